package io.github.stormlock.internal.update;

import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.figures.HotEntries;
import io.github.stormlock.internal.figures.HotEntry;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.List;

/** Counts a group of updates that was written: for its caller, and for its entries if they are hot. */
final class WrittenGroup {
    private WrittenGroup() {}

    /**
     * Counts the group that is led.
     *
     * @param misses how often it was computed on what did not stand
     * @param begunNanos the time of the ticker when its last round began
     * @param now the time of the ticker
     */
    static void count(UpdateRuntime runtime, LeaderState lead, int misses, long begunNanos, long now) {
        List<PendingUpdate<?>> group = lead.group();
        CallerFigures figures = lead.own().events().figures();
        if (figures == null) {
            return;
        }
        figures.wrote(group.size());
        HotEntries hot = runtime.locks().figures().hot();
        if (!hot.areCounted()) {
            return;
        }
        int times = hot.times(group.size() > 1 || misses > 0 || lead.own().hasWaited());
        if (times > 0) {
            HotEntry counted = figures(lead, misses, now - begunNanos, now);
            for (EntryTarget<?> target : lead.targets().all()) {
                hot.count(target.entry(), counted, times);
            }
        }
    }

    private static HotEntry figures(LeaderState lead, int misses, long busyNanos, long now) {
        int waits = 0;
        long waitNanos = 0;
        for (PendingUpdate<?> update : lead.group()) {
            if (update.hasWaited()) {
                waits++;
                waitNanos += update.waitedNanos(now);
            }
        }
        return new HotEntry(lead.group().size(), 1, waits, waitNanos / 1_000, busyNanos / 1_000, misses, lead.behind());
    }
}
