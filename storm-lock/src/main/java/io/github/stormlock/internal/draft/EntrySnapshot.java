package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryState;
import io.github.stormlock.internal.draft.GuardSettings.GroupKey;
import org.jspecify.annotations.Nullable;

/**
 * An entry as far as it is known: as it was read, as the last answered commit left it, or as it is remembered. Under
 * the lock it is true while the token stands. In an attempt it is a guess, which the server compares. Immutable.
 *
 * @param groupKey the part of the settings by which it was read
 * @param exists true if there is such an entry
 * @param answer the entry as read; {@code null} if there was none, or if {@code known} has it
 * @param known the state that was written or compared last; {@code null} if the entry is as read
 */
public record EntrySnapshot(GroupKey groupKey, boolean exists, @Nullable Object answer, @Nullable EntryState known) {

    public static EntrySnapshot of(GroupKey groupKey, EntryState known) {
        return new EntrySnapshot(groupKey, known.exists(), null, known);
    }

    /** Returns a guess about an entry of which nothing is known: that there is none. */
    public static EntrySnapshot absent(GroupKey groupKey) {
        return new EntrySnapshot(groupKey, false, null, null);
    }

    /**
     * Opens a fresh state, whose changes are counted from what stands.
     *
     * @param forAttempt true if it notes what is seen
     */
    EntryState open(GuardSettings<?> guard, boolean forAttempt) {
        return known == null ? guard.kind().opened(exists, answer, forAttempt) : known.reopened();
    }
}
