package io.github.stormlock.lock;

import java.util.ArrayList;
import java.util.List;

/** What became of a commit. */
sealed interface Settlement {

    /** Written, and the lease given back. */
    record Written(long handover, long remembered) implements Settlement {}

    /** The token did not stand: this copy wrote nothing. Names the events that are remembered all the same. */
    record Refused(List<Integer> seen) implements Settlement {}

    /**
     * The event is remembered: by the copy whose answer was lost, or, where that copy came to nothing, by another update of
     * the same event. Which of the two, and so what the entry became, only a fresh read tells.
     */
    record Receipt() implements Settlement {}

    /** Nothing was written: these events were applied before. */
    record Replayed(List<Integer> seen) implements Settlement {}

    /** Nothing was written: the entry that was read is gone, or is of another type. */
    record Vanished(String type) implements Settlement {}

    /** The server refused a write; {@code torn} if others came before it. */
    record Failed(String error, boolean torn) implements Settlement {}

    static Settlement of(List<?> reply) {
        return switch ((int) Bytes.number(reply.get(0))) {
            case 1 -> new Written(Bytes.number(reply.get(1)), Bytes.number(reply.get(2)));
            case 0 -> new Refused(numbers(reply));
            case 2 -> new Replayed(numbers(reply));
            case 3 -> new Vanished(Bytes.text(reply.get(1)));
            case 4 -> new Failed(Bytes.text(reply.get(1)), false);
            default -> new Failed(Bytes.text(reply.get(1)), true);
        };
    }

    private static List<Integer> numbers(List<?> reply) {
        List<Integer> numbers = new ArrayList<>(reply.size() - 1);
        for (Object part : reply.subList(1, reply.size())) {
            numbers.add((int) Bytes.number(part));
        }
        return numbers;
    }
}
