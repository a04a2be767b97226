package io.github.stormlock.lock.internal.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of one run of the script that takes a lock. Only {@link Granted} leaves a lock behind. Immutable. */
public sealed interface AcquireReply {

    /**
     * The lock stands under the token.
     *
     * @param exists true if there is such an entry; false if none was read
     * @param answer the entry as read
     */
    record Granted(boolean exists, @Nullable Object answer) implements AcquireReply {}

    /**
     * Another holds the lock.
     *
     * @param leftMillis milliseconds until the other's lease would end; negative if it has no end
     */
    record Busy(long leftMillis, Holder holder) implements AcquireReply {}

    /**
     * The entry is too large to be read.
     *
     * @param size the number of its elements, or of the bytes of a string
     */
    record TooLarge(long size) implements AcquireReply {}

    /** The server refused a command. */
    record Refused(String error) implements AcquireReply {}

    /** Reads an answer of the script. */
    static AcquireReply of(List<?> reply) {
        return switch ((int) Bytes.number(reply.get(0))) {
            case 1 -> new Granted(Bytes.number(reply.get(1)) == 1, reply.size() > 2 ? reply.get(2) : null);
            case 0 -> new Busy(Bytes.number(reply.get(1)), Holder.of(Bytes.text(reply.get(2))));
            case -2 -> new TooLarge(Bytes.number(reply.get(1)));
            default -> new Refused(Bytes.text(reply.get(1)));
        };
    }
}
