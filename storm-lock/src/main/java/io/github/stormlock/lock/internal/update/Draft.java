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
 * @param remembered what later attempts are computed on, once they are written; {@code null} if the entry is read again
 */
public record Draft<V>(
        String readType,
        List<EntryCommand> changes,
        @Nullable V entry,
        @Nullable Memory<V> next,
        @Nullable Memory<V> remembered) {
    /** A larger one costs more to compare than to read. */
    private static final int LARGEST_REMEMBERED_BYTES = 4_096;

    public static <V> Draft<V> of(Plan<V> plan, Memory<V> memory, V view, boolean shown, boolean keep) {
        return new Draft<>(
                memory.redisType(plan),
                List.copyOf(plan.kind().changes(view)),
                shown ? plan.kind().settled(view) : null,
                keep ? Memory.committed(plan, view) : null,
                plan.exclusive() ? null : remembered(plan, view));
    }

    private static <V> @Nullable Memory<V> remembered(Plan<V> plan, V view) {
        V known = plan.kind().remembered(view);
        return known == null || plan.kind().weight(known) > LARGEST_REMEMBERED_BYTES
                ? null
                : new Memory<>(plan.view(), plan.kind().exists(known), null, known);
    }

    /** About how many bytes of memory it takes to remember it. */
    int weight(EntryKind<V> kind) {
        V known = remembered == null ? null : remembered.committed();
        return known == null ? Integer.MAX_VALUE : kind.weight(known);
    }
}
