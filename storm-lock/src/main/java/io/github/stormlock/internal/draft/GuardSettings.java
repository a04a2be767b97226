package io.github.stormlock.internal.draft;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.ReadSpec;
import java.time.Duration;

/**
 * The part of an update that is the same for all updates of one guard. Immutable.
 *
 * @param caller the caller that made the guard, a number of
 *     {@link io.github.stormlock.internal.protocol.Callers}
 * @param kind the type of the entry, and the part of it that updates see
 * @param timeToLive the entry's time to live after each update; zero leaves it alone
 * @param exclusive true if the lock is taken before an update runs
 * @param shown true if outcomes show the entry
 */
public record GuardSettings<V>(
        int caller,
        EntryKind<V> kind,
        LockSettings settings,
        EventMarks marks,
        Duration timeToLive,
        ReadSpec read,
        GroupKey groupKey,
        boolean exclusive,
        boolean shown) {

    /**
     * The part that updates must have in common to be written together, from one read. Equal for bolts of one class
     * in all executors of a worker.
     */
    public record GroupKey(EntryKind<?> kind, long most, Duration lease, Duration holdMax, Duration timeToLive) {
        /** Returns true if the other one differs in the part of the entry at most. */
        boolean isLike(GroupKey other) {
            return most == other.most
                    && lease.equals(other.lease)
                    && holdMax.equals(other.holdMax)
                    && timeToLive.equals(other.timeToLive)
                    && kind.whole().equals(other.kind.whole());
        }
    }

    public static <V> GuardSettings<V> of(
            EntryKind<V> kind, LockSettings settings, EventMarks marks, Duration timeToLive) {
        return of(Callers.NOBODY, kind, settings, marks, timeToLive);
    }

    private static <V> GuardSettings<V> of(
            int caller, EntryKind<V> kind, LockSettings settings, EventMarks marks, Duration timeToLive) {
        ReadSpec read = ReadSpec.of(kind, settings);
        GroupKey groupKey = new GroupKey(kind, read.most(), settings.lease(), settings.holdMax(), timeToLive);
        return new GuardSettings<>(
                caller, kind, settings, marks, timeToLive, read, groupKey, /* exclusive= */ false, /* shown= */ true);
    }

    /** Returns the same for another caller. */
    public GuardSettings<V> calledBy(int otherCaller) {
        return new GuardSettings<>(otherCaller, kind, settings, marks, timeToLive, read, groupKey, exclusive, shown);
    }

    /** Returns the same, but updates take the lock first. */
    public GuardSettings<V> onlyExclusive() {
        return with(/* isExclusive= */ true, shown);
    }

    /** Returns the same, but outcomes do not show the entry. */
    public GuardSettings<V> notShown() {
        return with(exclusive, /* isShown= */ false);
    }

    private GuardSettings<V> with(boolean isExclusive, boolean isShown) {
        return new GuardSettings<>(caller, kind, settings, marks, timeToLive, read, groupKey, isExclusive, isShown);
    }

    /** Returns the same for entries of another kind, or for another part of the entry. */
    public <E> GuardSettings<E> ofKind(EntryKind<E> otherKind) {
        return of(caller, otherKind, settings, marks, timeToLive).with(exclusive, shown);
    }

    public GuardSettings<V> with(LockSettings otherSettings) {
        return of(caller, kind, otherSettings, EventMarks.of(marks.purpose(), otherSettings), timeToLive)
                .with(exclusive, shown);
    }

    public GuardSettings<V> with(EventMarks otherMarks) {
        return new GuardSettings<>(caller, kind, settings, otherMarks, timeToLive, read, groupKey, exclusive, shown);
    }

    public GuardSettings<V> with(Duration otherTimeToLive) {
        return of(caller, kind, settings, marks, otherTimeToLive).with(exclusive, shown);
    }
}
