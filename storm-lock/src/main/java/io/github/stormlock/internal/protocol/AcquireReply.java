package io.github.stormlock.internal.protocol;

import java.util.List;

/** The outcome of one run of the script that takes locks. Only {@link Granted} leaves locks behind. Immutable. */
public sealed interface AcquireReply {

    /**
     * All locks stand under the token.
     *
     * @param entries the entries as read; none if none were to be read
     */
    record Granted(List<ReadReply.Found> entries) implements AcquireReply {}

    /**
     * Another holds one of the locks.
     *
     * @param index which of them, from 0
     * @param leftMillis milliseconds until the other's lease would end; negative if it has no end
     */
    record Busy(int index, long leftMillis, Holder holder) implements AcquireReply {}

    /**
     * No lock was left behind: an entry could not be read, or the server refused.
     *
     * @param index which of the entries, from 0
     */
    record NotRead(int index, ReadReply why) implements AcquireReply {}

    /** Reads an answer of the script. */
    static AcquireReply of(List<?> reply) {
        return switch ((int) Bytes.number(reply.get(0))) {
            case 0 -> new Busy(Bytes.index(reply, 1), Bytes.number(reply.get(2)), Holder.of(Bytes.text(reply.get(3))));
            case 1 -> new Granted(ReadReply.found(reply, 1, (reply.size() - 1) / 2));
            case -2 -> new NotRead(Bytes.index(reply, 1), new ReadReply.TooLarge(Bytes.number(reply.get(2))));
            default -> new NotRead(Bytes.index(reply, 1), new ReadReply.Refused(Bytes.text(reply.get(2))));
        };
    }
}
