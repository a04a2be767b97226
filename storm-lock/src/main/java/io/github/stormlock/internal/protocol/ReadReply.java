package io.github.stormlock.internal.protocol;

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

    private static ReadReply of(List<?> reply) {
        long code = Bytes.number(reply.get(0));
        return code == 1 ? found(reply, 1) : notRead(code, reply.get(1));
    }

    /** Returns why an entry was not read: the number that tells the reason, and what goes with it. */
    public static ReadReply notRead(long code, Object what) {
        return code == -2 ? new TooLarge(Bytes.number(what)) : new Refused(Bytes.text(what));
    }

    /**
     * Returns entries that were read, of an answer that has for each a number and the entry as read.
     *
     * @param from the place of the first number
     */
    public static List<Found> found(List<?> reply, int from, int entries) {
        if (entries == 1) {
            return List.of(found(reply, from));
        }
        List<Found> all = new ArrayList<>(entries);
        for (int i = 0; i < entries; i++) {
            all.add(found(reply, from + 2 * i));
        }
        return all;
    }

    private static Found found(List<?> reply, int from) {
        // An answer of nothing at the end of a list is cut off.
        return new Found(Bytes.number(reply.get(from)) == 1, from + 1 < reply.size() ? reply.get(from + 1) : null);
    }
}
