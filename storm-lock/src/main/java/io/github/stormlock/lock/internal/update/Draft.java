package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the kind of an entry has to say about a view, asked before its commit is sent: what a kind throws then is
 * nobody's outcome yet, and once the commit is written nothing of the user's is left that could throw. Immutable.
 *
 * @param readType the type of the entry as read, or empty if there was none
 * @param changes the commands that write it
 * @param entry as it stands once they are written, if anybody wants to see it
 * @param next the memory of a tenure that goes on; {@code null} if the lease is to be given back
 * @param remembered what later attempts are computed on, once they are written; {@code null} to leave what is remembered
 * @param weight about how many bytes of memory that takes
 */
public record Draft<V>(
        String readType,
        List<EntryCommand> changes,
        @Nullable V entry,
        @Nullable Memory<V> next,
        @Nullable Memory<V> remembered,
        int weight) {
    /** A larger entry costs more to compare than to read. */
    private static final int LARGEST_REMEMBERED_BYTES = 16_384;

    private static final int MOST_REMEMBERED_PARTS = 256;

    public static <V> Draft<V> of(Plan<V> plan, Memory<V> memory, V view, boolean shown, boolean keep) {
        EntryKind<V> kind = plan.kind();
        // Also where the lease goes on: a tenure that is over ends without another commit.
        V known = plan.exclusive() || isLarge(kind, memory) ? null : kind.remembered(view);
        int weight = known == null ? Integer.MAX_VALUE : kind.weight(known);
        return new Draft<>(
                memory.redisType(plan),
                List.copyOf(kind.changes(view)),
                shown ? kind.settled(view) : null,
                keep ? Memory.committed(plan, view) : null,
                known == null || weight > LARGEST_REMEMBERED_BYTES
                        ? null
                        : new Memory<>(plan.view(), kind.exists(known), null, known),
                weight);
    }

    /** A large entry is not copied in vain while its lock is held. */
    private static <V> boolean isLarge(EntryKind<V> kind, Memory<V> memory) {
        V committed = memory.committed();
        if (committed != null) {
            return kind.weight(committed) > LARGEST_REMEMBERED_BYTES;
        } else if (memory.answer() instanceof List<?> parts) {
            return parts.size() > MOST_REMEMBERED_PARTS;
        }
        return memory.answer() instanceof byte[] bytes && bytes.length > LARGEST_REMEMBERED_BYTES;
    }
}
