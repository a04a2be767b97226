package io.github.stormlock.lock.internal.update;

import io.github.stormlock.entry.EntryCommand;
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
 */
public record Draft<V>(String readType, List<EntryCommand> changes, @Nullable V entry, @Nullable Memory<V> next) {

    public static <V> Draft<V> of(Plan<V> plan, Memory<V> memory, V view, boolean shown, boolean keep) {
        return new Draft<>(
                memory.redisType(plan),
                List.copyOf(plan.kind().changes(view)),
                shown ? plan.kind().settled(view) : null,
                keep ? Memory.committed(plan, view) : null);
    }
}
