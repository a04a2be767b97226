package io.github.stormlock.internal.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt. Only {@link Written} and a torn {@link Refused} have written anything. Immutable. */
public sealed interface AttemptReply {

    /** Stands in place of the index of an entry, where an answer is about none of them. */
    int NO_ENTRY = -1;

    /** Stands in place of a count. */
    long NOT_COUNTED = -1;

    /** Returns the server's time in microseconds if the attempt had a deadline, otherwise 0. */
    long serverMicros();

    /**
     * All that was seen stood, and the changes are written.
     *
     * @param remembered how many events of the last event's purpose and source the entry remembers; negative if that
     *     was not counted
     * @param handover how the locks were given back; {@code null} if they were not, or could not be
     */
    record Written(long serverMicros, long remembered, @Nullable Handover handover) implements AttemptReply {
        /** Creates the outcome of an attempt that gives no lock back. */
        public Written(long serverMicros, long remembered) {
            this(serverMicros, remembered, null);
        }
    }

    /**
     * Something else stands than was seen, or a blind field holds no whole number of at most 15 characters.
     *
     * @param entries the entries as they stand
     */
    record Missed(long serverMicros, List<ReadReply.Found> entries) implements AttemptReply {}

    /**
     * A lock is held.
     *
     * @param index the entry of which it is the lock, from 0
     * @param leftMillis milliseconds until the lease would end; negative if it has no end
     */
    record Busy(long serverMicros, int index, long leftMillis, Holder holder) implements AttemptReply {}

    /**
     * Some events were applied before; the life of their marks was renewed.
     *
     * @param seen the numbers of these events, from 1, rising
     * @param entries the entries as they stand
     */
    record Replayed(long serverMicros, List<Integer> seen, List<ReadReply.Found> entries) implements AttemptReply {}

    /** The attempt came after its deadline. */
    record Late(long serverMicros) implements AttemptReply {}

    /**
     * The server refused a command, or an entry or marks are of another type.
     *
     * @param index the entry that it is about, from 0; {@link #NO_ENTRY} if it is about none
     * @param seen the numbers of those events that were applied before, if the refused command came after that was
     *     known
     * @param torn true if other commands were carried out before it, so that nobody knows what stands; otherwise
     *     nothing was written
     */
    record Refused(long serverMicros, int index, List<Integer> seen, String error, boolean torn)
            implements AttemptReply {}

    /**
     * The same as {@link Missed}, or as {@link Replayed} if {@code seen} is not empty, where an entry is too large to be
     * read.
     *
     * @param index the entry, from 0
     * @param size the number of its elements, or of the bytes of a string
     */
    record TooLarge(long serverMicros, int index, List<Integer> seen, long size) implements AttemptReply {}

    /**
     * Reads what the script answered. Throws for anything else: an error in its place is no reply of the script.
     *
     * @param entries of how many entries the attempt was
     */
    static AttemptReply of(@Nullable Object answer, int entries) {
        if (answer instanceof Long micros) {
            return new Written(micros, NOT_COUNTED);
        }
        List<?> reply = Bytes.list(answer);
        long micros = Bytes.number(reply.get(1));
        return switch ((int) Bytes.number(reply.get(0))) {
            case 0 ->
                new Busy(
                        micros, Bytes.index(reply, 2), Bytes.number(reply.get(3)), Holder.of(Bytes.text(reply.get(4))));
            case 1 ->
                new Written(
                        micros,
                        Bytes.number(reply.get(2)),
                        reply.size() > 3 ? Handover.of(Bytes.number(reply.get(3))) : null);
            case 2 -> new Replayed(micros, Bytes.numbers(reply, 2 + 2 * entries), ReadReply.found(reply, 2, entries));
            case 3 -> new Missed(micros, ReadReply.found(reply, 2, entries));
            case 4 ->
                new Refused(micros, Bytes.index(reply, 2), Bytes.numbers(reply, 4), Bytes.text(reply.get(3)), false);
            case 5 -> new Refused(micros, Bytes.index(reply, 2), List.of(), Bytes.text(reply.get(3)), true);
            case 6 -> new Late(micros);
            case 7 -> new TooLarge(micros, Bytes.index(reply, 2), Bytes.numbers(reply, 4), Bytes.number(reply.get(3)));
            default -> throw new IllegalArgumentException("an attempt was answered with " + reply.get(0));
        };
    }
}
