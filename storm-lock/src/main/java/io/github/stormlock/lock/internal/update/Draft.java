package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds all that the kind of an entry says about a view under the lock. The kind is asked before the commit is sent:
 * what it throws then affects no outcome yet. Once the commit is written, no user's code is left that could throw.
 * Immutable.
 *
 * @param readType the type of the entry as read, or empty if there was none
 * @param changes the commands that write it
 * @param entry the entry as it stands once they are written; {@code null} if nobody wants to see it
 * @param kept true if the lease goes on
 * @param next the memory of a tenure that goes on; {@code null} if the lease is to be given back, or the entry has to be
 *     read again
 * @param remembered what later attempts are computed on, once this is written; {@code null} to leave what is
 *     remembered
 * @param weight about how many bytes of memory {@code remembered} takes
 */
public record Draft<V>(
        String readType,
        List<EntryCommand> changes,
        @Nullable V entry,
        boolean kept,
        @Nullable EntrySnapshot<V> next,
        @Nullable EntrySnapshot<V> remembered,
        int weight) {
    /** The most bytes of memory that are remembered. A larger entry costs more to compare than to read. */
    private static final int LARGEST_REMEMBERED_BYTES = 16_384;

    private static final int MOST_REMEMBERED_PARTS = 256;

    public static <V> Draft<V> of(
            GuardSettings<V> guard, EntrySnapshot<V> snapshot, V view, boolean shown, boolean keep) {
        EntryKind<V> kind = guard.kind();
        // It is remembered also where the lease goes on, since a tenure that is over ends without another commit.
        V known = guard.exclusive() || isLarge(kind, snapshot) ? null : kind.remembered(view);
        int weight = known == null ? Integer.MAX_VALUE : kind.weight(known);
        return new Draft<>(
                snapshot.redisType(guard),
                List.copyOf(kind.changes(view)),
                shown ? kind.settled(view) : null,
                keep,
                keep && kind.isKnown(view) ? EntrySnapshot.committed(guard, view) : null,
                known == null || weight > LARGEST_REMEMBERED_BYTES
                        ? null
                        : new EntrySnapshot<>(guard.groupKey(), kind.exists(known), null, known),
                weight);
    }

    /** Returns true if the entry is too large to be remembered. It is not copied in vain while its lock is held. */
    private static <V> boolean isLarge(EntryKind<V> kind, EntrySnapshot<V> snapshot) {
        V committed = snapshot.committed();
        if (committed != null) {
            return kind.weight(committed) > LARGEST_REMEMBERED_BYTES;
        } else if (snapshot.answer() instanceof List<?> parts) {
            return parts.size() > MOST_REMEMBERED_PARTS;
        }
        return snapshot.answer() instanceof byte[] bytes && bytes.length > LARGEST_REMEMBERED_BYTES;
    }
}
