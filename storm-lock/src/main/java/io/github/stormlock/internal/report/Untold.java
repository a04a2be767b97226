package io.github.stormlock.internal.report;

import io.github.stormlock.internal.figures.FactoryFigures;
import io.github.stormlock.internal.figures.HotEntries;
import io.github.stormlock.lock.LockTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Keeps a worker's figures until Redis has heard of them. A report that fails leaves it, so that the next one tells of the
 * time in which Redis was away: then waits are long. Used by one thread.
 */
final class Untold {
    private static final int DIGITS = 2;

    private final FactoryFigures figures;
    private final Map<LockTime, Histogram> times = new EnumMap<>(LockTime.class);
    private HotEntries.Interval hot = HotEntries.Interval.EMPTY;
    private long sinceNanos;
    private long untilNanos;

    Untold(FactoryFigures figures, long nowNanos) {
        this.figures = figures;
        this.sinceNanos = nowNanos;
        this.untilNanos = nowNanos;
        for (LockTime each : LockTime.values()) {
            times.put(each, new Histogram(DIGITS));
        }
    }

    /** Takes what was counted until now. */
    void take(long nowNanos) {
        times.forEach(figures::addUntoldTo);
        hot = hot.and(figures.hot().take());
        untilNanos = nowNanos;
    }

    /** Notes that Redis has heard of all that was taken. */
    void told() {
        times.values().forEach(Histogram::reset);
        hot = HotEntries.Interval.EMPTY;
        sinceNanos = untilNanos;
    }

    long spanMillis() {
        return TimeUnit.NANOSECONDS.toMillis(untilNanos - sinceNanos);
    }

    Map<LockTime, Histogram> times() {
        return times;
    }

    HotEntries.Interval hot() {
        return hot;
    }
}
