package io.github.stormlock.lock.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt. Only {@link Written} and a torn {@link Refused} have written anything. Immutable. */
public sealed interface AttemptReply {

    /** Stands in place of a count. */
    long NOT_COUNTED = -1;

    /** Returns the server's time in microseconds if the attempt had a deadline, otherwise 0. */
    long serverMicros();

    /**
     * All that was seen stood, and the changes are written.
     *
     * @param remembered how many events of the last event's purpose and source the entry remembers; negative if that
     *     was not counted
     */
    record Written(long serverMicros, long remembered) implements AttemptReply {}

    /**
     * Something else stands than was seen, or a blind field holds no whole number of at most 15 characters.
     *
     * @param answer the entry as it stands
     */
    record Missed(long serverMicros, boolean exists, @Nullable Object answer) implements AttemptReply {}

    /**
     * The lock is held.
     *
     * @param leftMillis milliseconds until the lease would end; negative if it has no end
     */
    record Busy(long serverMicros, long leftMillis, Holder holder) implements AttemptReply {}

    /**
     * Some events were applied before; the life of their marks was renewed.
     *
     * @param seen the numbers of these events, from 1, rising
     * @param answer the entry as it stands
     */
    record Replayed(long serverMicros, List<Integer> seen, boolean exists, @Nullable Object answer)
            implements AttemptReply {}

    /** The attempt came after its deadline. */
    record Late(long serverMicros) implements AttemptReply {}

    /**
     * The server refused a command, or the entry or its marks are of another type.
     *
     * @param seen the numbers of those events that were applied before, if the refused command came after that was
     *     known
     * @param torn true if other commands were carried out before it, so that nobody knows what stands; otherwise
     *     nothing was written
     */
    record Refused(long serverMicros, List<Integer> seen, String error, boolean torn) implements AttemptReply {}

    /**
     * The same as {@link Missed}, or as {@link Replayed} if {@code seen} is not empty, for an entry that is too large
     * to be read.
     *
     * @param size the number of its elements, or of the bytes of a string
     */
    record TooLarge(long serverMicros, List<Integer> seen, long size) implements AttemptReply {}

    /** Reads what the script answered. Throws for anything else: an error in its place is no reply of the script. */
    static AttemptReply of(@Nullable Object answer) {
        if (answer instanceof Long micros) {
            return new Written(micros, NOT_COUNTED);
        }
        List<?> reply = Bytes.list(answer);
        long micros = Bytes.number(reply.get(1));
        return switch ((int) Bytes.number(reply.get(0))) {
            case 0 -> new Busy(micros, Bytes.number(reply.get(2)), Holder.of(Bytes.text(reply.get(3))));
            case 1 -> new Written(micros, Bytes.number(reply.get(2)));
            case 2 -> new Replayed(micros, numbers(reply, 4), exists(reply), reply.get(3));
            case 3 -> new Missed(micros, exists(reply), reply.get(3));
            case 4 -> new Refused(micros, numbers(reply, 3), Bytes.text(reply.get(2)), false);
            case 5 -> new Refused(micros, List.of(), Bytes.text(reply.get(2)), true);
            case 6 -> new Late(micros);
            case 7 -> new TooLarge(micros, numbers(reply, 3), Bytes.number(reply.get(2)));
            default -> throw new IllegalArgumentException("an attempt was answered with " + reply.get(0));
        };
    }

    private static boolean exists(List<?> reply) {
        return Bytes.number(reply.get(2)) == 1;
    }

    private static List<Integer> numbers(List<?> reply, int from) {
        List<Integer> numbers = new ArrayList<>(reply.size() - from);
        for (Object part : reply.subList(from, reply.size())) {
            numbers.add((int) Bytes.number(part));
        }
        return numbers;
    }
}
