package io.github.stormlock.internal.draft;

import io.github.stormlock.internal.draft.GuardSettings.GroupKey;
import org.jspecify.annotations.Nullable;

/**
 * An entry as far as it is known: as it was read, as the last answered commit left it, or as it is remembered. Under
 * the lock it is true while the token stands. In an attempt it is a guess, which the server compares. Immutable.
 *
 * @param groupKey the part of the settings by which it was read
 * @param exists true if there is such an entry
 * @param answer the entry as read; {@code null} if there was none, or if {@code committed} has it
 * @param committed the view that was written or compared last; {@code null} if the entry is as read
 */
public record EntrySnapshot<V>(GroupKey groupKey, boolean exists, @Nullable Object answer, @Nullable V committed) {

    public static <V> EntrySnapshot<V> committed(GuardSettings<V> guard, V view) {
        // A view of its own: a caller that was given the other one may have kept it.
        return new EntrySnapshot<>(
                guard.groupKey(), guard.kind().exists(view), null, guard.kind().reopened(view));
    }

    /** Returns a guess about an entry of which nothing is known: that there is none. */
    public static <V> EntrySnapshot<V> absent(GuardSettings<V> guard) {
        return new EntrySnapshot<>(guard.groupKey(), false, null, null);
    }

    /** Opens a fresh view that notes what is seen; otherwise as {@link #open}. */
    V openForAttempt(GuardSettings<V> guard) {
        V last = committed;
        return last == null
                ? guard.kind().openForAttempt(exists, answer)
                : guard.kind().reopened(last);
    }

    /** Opens a fresh view, whose changes are counted from what stands. */
    public V open(GuardSettings<V> guard) {
        V last = committed;
        return last == null ? guard.kind().open(exists, answer) : guard.kind().reopened(last);
    }

    public String redisType(GuardSettings<V> guard) {
        return exists ? guard.kind().redisType() : "";
    }
}
