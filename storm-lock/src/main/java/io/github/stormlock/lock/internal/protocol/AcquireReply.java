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

    /** No lock was left behind: the entry could not be read, or the server refused. */
    record NotRead(ReadReply why) implements AcquireReply {}

    /** Reads an answer of the script. */
    static AcquireReply of(List<?> reply) {
        if (Bytes.number(reply.get(0)) == 0) {
            return new Busy(Bytes.number(reply.get(1)), Holder.of(Bytes.text(reply.get(2))));
        }
        ReadReply read = ReadReply.of(reply);
        return read instanceof ReadReply.Found found ? new Granted(found.exists(), found.answer()) : new NotRead(read);
    }
}
