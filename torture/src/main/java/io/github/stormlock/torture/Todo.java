package io.github.stormlock.torture;

import io.github.stormlock.lock.EventId;

/**
 * An update to be made, once.
 *
 * @param source whose update it is: the name of a client and of one of its threads
 * @param offset rising with each update of the source
 */
record Todo(String source, long offset, String entry) {
    String id() {
        return source + '/' + offset;
    }

    static Todo parse(String id, String entry) {
        int slash = id.lastIndexOf('/');
        return new Todo(id.substring(0, slash), Long.parseLong(id.substring(slash + 1)), entry);
    }

    /** @param low the lowest offset of the source that is not settled */
    EventId event(boolean byPosition, long low) {
        return byPosition ? EventId.position(source, offset, low) : EventId.opaque(id());
    }
}
