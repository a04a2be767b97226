package io.github.stormlock.torture.protocol;

import io.github.stormlock.lock.EventId;

/**
 * An update that is to be made once.
 *
 * @param source the source of the update: the name of a client and of one of its threads
 * @param offset the number of the update, which rises with each update of the source
 * @param entry the key of the entry
 */
public record Todo(String source, long offset, String entry) {
    public String id() {
        return source + '/' + offset;
    }

    public static Todo parse(String id, String entry) {
        int slash = id.lastIndexOf('/');
        return new Todo(id.substring(0, slash), Long.parseLong(id.substring(slash + 1)), entry);
    }

    /**
     * Returns the id of the update in the form that the library is given.
     *
     * @param low the lowest offset of the source that is not settled; an update that is sent again may be below it
     */
    public EventId event(boolean byPosition, long low) {
        return byPosition ? EventId.position(source, offset, Math.min(low, offset)) : EventId.opaque(id());
    }
}
