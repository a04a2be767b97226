package io.github.stormlock.lock;

import io.github.stormlock.GuardedEntry;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an update with an event id.
 *
 * @param replay true if the event had been applied before, so that nothing was written
 * @param entry the entry as it stands after the commit, or as it stood when the replay was seen; for reading only
 */
public record Outcome<V>(boolean replay, @Nullable V entry) {

    /**
     * {@return the entry, for reading only}
     *
     * @throws IllegalStateException if the guard does not show it: see {@link GuardedEntry#notShown}
     */
    @Override
    public V entry() {
        V shown = entry;
        if (shown == null) {
            throw new IllegalStateException("the entry is not shown: the guard is one of notShown()");
        }
        return shown;
    }
}
