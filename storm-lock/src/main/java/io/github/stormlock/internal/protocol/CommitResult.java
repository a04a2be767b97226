package io.github.stormlock.internal.protocol;

import io.github.stormlock.redis.RedisException;
import java.util.List;

/** The outcome of a commit. An index is that of an entry, from 0, and {@link #NO_ENTRY} if it is about none of them. */
public sealed interface CommitResult {

    /** Stands in place of an index. */
    int NO_ENTRY = -1;

    /** Returns true if nothing was written although the token stands: another copy of the same commit may yet write. */
    default boolean leavesTheToken() {
        return false;
    }

    /**
     * The commit was written.
     *
     * @param remembered how many events of a purpose and source the entry remembers; negative if that is not known
     */
    record Written(Handover handover, long remembered) implements CommitResult {}

    /**
     * The token did not stand at each lock, so this copy wrote nothing. Names the events that are remembered all the
     * same.
     */
    record Refused(List<Integer> seen) implements CommitResult {}

    /**
     * The first answer was lost, and the token was gone when asked again: the first copy was written, or refused. The
     * events that are remembered were written by that copy, or, if it came to nothing, by another update of the same
     * event. Only a fresh read tells which, and so what the entries became.
     */
    record Lost(List<Integer> seen, RedisException cause) implements CommitResult {}

    /** Nothing was written: these events were applied before. */
    record Replayed(List<Integer> seen) implements CommitResult {}

    /** Nothing was written: an entry that was read is gone, or is of another type. */
    record Vanished(int index, String type) implements CommitResult {
        @Override
        public boolean leavesTheToken() {
            return true;
        }
    }

    /**
     * The server refused a write. Nothing was written, and the token stands. Or, if {@code torn}, other writes came
     * before it, and the script gave the locks back: nobody knows what stands.
     */
    record Failed(int index, String error, boolean torn) implements CommitResult {
        @Override
        public boolean leavesTheToken() {
            return !torn;
        }
    }

    static CommitResult of(List<?> reply) {
        return switch ((int) Bytes.number(reply.get(0))) {
            case 1 -> new Written(Handover.of(Bytes.number(reply.get(1))), Bytes.number(reply.get(2)));
            case 0 -> new Refused(Bytes.numbers(reply, 1));
            case 2 -> new Replayed(Bytes.numbers(reply, 1));
            case 3 -> new Vanished(Bytes.index(reply, 1), Bytes.text(reply.get(2)));
            case 4 -> new Failed(Bytes.index(reply, 1), Bytes.text(reply.get(2)), false);
            default -> new Failed(Bytes.index(reply, 1), Bytes.text(reply.get(2)), true);
        };
    }
}
