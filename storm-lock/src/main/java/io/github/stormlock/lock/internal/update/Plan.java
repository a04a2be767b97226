package io.github.stormlock.lock.internal.update;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.internal.protocol.Callers;
import io.github.stormlock.lock.internal.protocol.Marks;
import io.github.stormlock.lock.internal.protocol.ReadSpec;
import java.time.Duration;
import java.util.Set;

/**
 * The part of an update that is the same for all through one guard. Immutable.
 *
 * @param caller who made the guard, a number of {@link io.github.stormlock.lock.internal.protocol.Callers}
 * @param timeToLive of the entry after each update; zero leaves it alone
 * @param exclusive whether the lock is taken before an update runs
 * @param shown whether outcomes show the entry
 */
public record Plan<V>(
        int caller,
        EntryKind<V> kind,
        Set<String> fields,
        LockSettings settings,
        Marks marks,
        Duration timeToLive,
        ReadSpec read,
        View view,
        boolean exclusive,
        boolean shown) {

    /**
     * The part that updates must have in common to be written by one commit, from one read. Equal for bolts of one class in all
     * executors of a worker.
     */
    public record View(
            EntryKind<?> kind, Set<String> fields, long most, Duration lease, Duration holdMax, Duration timeToLive) {}

    public static <V> Plan<V> of(
            EntryKind<V> kind, Set<String> fields, LockSettings settings, Marks marks, Duration timeToLive) {
        return of(Callers.NOBODY, kind, fields, settings, marks, timeToLive);
    }

    private static <V> Plan<V> of(
            int caller,
            EntryKind<V> kind,
            Set<String> fields,
            LockSettings settings,
            Marks marks,
            Duration timeToLive) {
        ReadSpec read = ReadSpec.of(kind, fields, settings);
        View view = new View(kind, fields, read.most(), settings.lease(), settings.holdMax(), timeToLive);
        return new Plan<>(
                caller,
                kind,
                fields,
                settings,
                marks,
                timeToLive,
                read,
                view,
                /* exclusive= */ false,
                /* shown= */ true);
    }

    /** As this, for another caller. */
    public Plan<V> calledBy(int otherCaller) {
        return new Plan<>(otherCaller, kind, fields, settings, marks, timeToLive, read, view, exclusive, shown);
    }

    /** As this, but updates take the lock first. */
    public Plan<V> onlyExclusive() {
        return with(/* isExclusive= */ true, shown);
    }

    /** As this, but outcomes do not show the entry. */
    public Plan<V> notShown() {
        return with(exclusive, /* isShown= */ false);
    }

    private Plan<V> with(boolean isExclusive, boolean isShown) {
        return new Plan<>(caller, kind, fields, settings, marks, timeToLive, read, view, isExclusive, isShown);
    }

    public Plan<V> with(Set<String> otherFields) {
        return of(caller, kind, otherFields, settings, marks, timeToLive).with(exclusive, shown);
    }

    public Plan<V> with(LockSettings otherSettings) {
        return of(caller, kind, fields, otherSettings, Marks.of(marks.purpose(), otherSettings), timeToLive)
                .with(exclusive, shown);
    }

    public Plan<V> with(Marks otherMarks) {
        return new Plan<>(caller, kind, fields, settings, otherMarks, timeToLive, read, view, exclusive, shown);
    }

    public Plan<V> with(Duration otherTimeToLive) {
        return of(caller, kind, fields, settings, marks, otherTimeToLive).with(exclusive, shown);
    }
}
