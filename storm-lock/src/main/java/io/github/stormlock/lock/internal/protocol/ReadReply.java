package io.github.stormlock.lock.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of one read of an entry. Immutable. */
public sealed interface ReadReply {

    /**
     * The entry was read.
     *
     * @param exists true if there is such an entry
     * @param answer the entry as read
     */
    record Found(boolean exists, @Nullable Object answer) implements ReadReply {}

    /**
     * The entry is too large to be read.
     *
     * @param size the number of its elements, or of the bytes of a string
     */
    record TooLarge(long size) implements ReadReply {}

    /** The server refused a command. */
    record Refused(String error) implements ReadReply {}

    /** Reads an answer of the script that reads: one reply for each entry. */
    static List<ReadReply> allOf(List<?> replies) {
        List<ReadReply> all = new ArrayList<>(replies.size());
        replies.forEach(reply -> all.add(of(Bytes.list(reply))));
        return all;
    }

    /** Reads one of these replies, or the answer of the script that takes a lock and reads. */
    static ReadReply of(List<?> reply) {
        return switch ((int) Bytes.number(reply.get(0))) {
            case 1 -> new Found(Bytes.number(reply.get(1)) == 1, reply.size() > 2 ? reply.get(2) : null);
            case -2 -> new TooLarge(Bytes.number(reply.get(1)));
            default -> new Refused(Bytes.text(reply.get(1)));
        };
    }
}
