package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.redis.RedisException;
import java.util.ArrayList;
import java.util.List;

/** What became of a commit. */
public sealed interface Settlement {

    /** Whether nothing was written although the token stands: another copy of the same commit may yet write. */
    default boolean leavesTheToken() {
        return false;
    }

    /**
     * Written.
     *
     * @param remembered how many events of a purpose and source the entry remembers; negative if that is not known
     */
    record Written(Handover handover, long remembered) implements Settlement {}

    /** The token did not stand: this copy wrote nothing. Names the events that are remembered all the same. */
    record Refused(List<Integer> seen) implements Settlement {}

    /**
     * The first answer was lost, and the token was gone when asked again: written, or refused. The events that are remembered
     * were written by the copy whose answer was lost, or, where that copy came to nothing, by another update of the same
     * event. Which of the two, and so what the entry became, only a fresh read tells.
     */
    record Lost(List<Integer> seen, RedisException cause) implements Settlement {}

    /** Nothing was written: these events were applied before. */
    record Replayed(List<Integer> seen) implements Settlement {}

    /** Nothing was written: the entry that was read is gone, or is of another type. */
    record Vanished(String type) implements Settlement {
        @Override
        public boolean leavesTheToken() {
            return true;
        }
    }

    /**
     * The server refused a write. Nothing was written, and the token stands; or, if {@code torn}, others came before it, and
     * the lease was given back: nobody knows what stands.
     */
    record Failed(String error, boolean torn) implements Settlement {
        @Override
        public boolean leavesTheToken() {
            return !torn;
        }
    }

    static Settlement of(List<?> reply) {
        return switch ((int) Bytes.number(reply.get(0))) {
            case 1 -> new Written(Handover.of(Bytes.number(reply.get(1))), Bytes.number(reply.get(2)));
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
