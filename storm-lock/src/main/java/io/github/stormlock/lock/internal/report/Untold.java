package io.github.stormlock.lock.internal.report;

import io.github.stormlock.lock.insight.CallerFigures;
import io.github.stormlock.lock.internal.figures.FactoryFigures;
import io.github.stormlock.lock.internal.figures.HotEntries;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Keeps a worker's figures until Redis has heard of them. A report that fails leaves it, so that the next one tells of the
 * time in which Redis was away: then waits are long. Used by one thread.
 */
final class Untold {
    private static final int DIGITS = 2;

    private final FactoryFigures figures;
    private final Histogram waits = new Histogram(DIGITS);
    private final Histogram holds = new Histogram(DIGITS);
    private final Histogram commits = new Histogram(DIGITS);
    private HotEntries.Interval hot = HotEntries.Interval.EMPTY;
    private long sinceNanos;
    private long untilNanos;

    Untold(FactoryFigures figures, long nowNanos) {
        this.figures = figures;
        this.sinceNanos = nowNanos;
        this.untilNanos = nowNanos;
    }

    /** Takes what was counted until now. */
    void take(long nowNanos) {
        figures.addUntoldTo(CallerFigures::waits, waits);
        figures.addUntoldTo(CallerFigures::holds, holds);
        figures.addUntoldTo(CallerFigures::commits, commits);
        hot = hot.and(figures.hot().take());
        untilNanos = nowNanos;
    }

    /** Notes that Redis has heard of all that was taken. */
    void told() {
        waits.reset();
        holds.reset();
        commits.reset();
        hot = HotEntries.Interval.EMPTY;
        sinceNanos = untilNanos;
    }

    long spanMillis() {
        return TimeUnit.NANOSECONDS.toMillis(untilNanos - sinceNanos);
    }

    Histogram waits() {
        return waits;
    }

    Histogram holds() {
        return holds;
    }

    Histogram commits() {
        return commits;
    }

    HotEntries.Interval hot() {
        return hot;
    }
}
