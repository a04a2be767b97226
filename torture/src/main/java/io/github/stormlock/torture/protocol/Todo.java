package io.github.stormlock.torture.protocol;

import io.github.stormlock.lock.EventId;

/**
 * An update to be made, once.
 *
 * @param source whose update it is: the name of a client and of one of its threads
 * @param offset rising with each update of the source
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
     * Its id, as the library is given it.
     *
     * @param low the lowest offset of the source that is not settled; an update that is sent again is below it
     */
    public EventId event(boolean byPosition, long low) {
        return byPosition ? EventId.position(source, offset, Math.min(low, offset)) : EventId.opaque(id());
    }
}
