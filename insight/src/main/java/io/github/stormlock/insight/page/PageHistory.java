package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateTotals;
import io.github.stormlock.insight.page.state.TimeSpread;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The totals of the last readings, 30 minutes of them where somebody looks each second. Thread-safe. */
final class PageHistory {
    /** The figures of a point, in this order. Times are milliseconds; {@code at} counts from the start of the server. */
    static final List<String> COLUMNS = List.of(
            "at",
            "updates",
            "replays",
            "waits",
            "wait50",
            "wait99",
            "waitMax",
            "hold50",
            "hold99",
            "holdMax",
            "commit50",
            "commit99",
            "commitMax",
            "refused",
            "lost",
            "unknown",
            "timedOut",
            "held",
            "waiting");

    private static final int MOST = 1_800;

    private record Point(long number, List<@Nullable Number> values) {}

    private final long start;
    private final Deque<Point> points = new ArrayDeque<>();

    PageHistory(long startNanos) {
        this.start = startNanos;
    }

    /** Returns milliseconds from the start of the server. */
    long at(long nanos) {
        return (nanos - start) / 1_000_000;
    }

    /** Keeps the totals of a reading. One without a state leaves a gap. */
    synchronized void add(StateReading reading) {
        PageState state = reading.state();
        if (state == null || reading.trouble() != null) {
            return;
        }
        StateTotals totals = state.totals();
        TimeSpread wait = totals.waitTime();
        TimeSpread hold = totals.holdTime();
        TimeSpread commit = totals.commitTime();
        points.addLast(new Point(
                reading.number(),
                Arrays.asList(
                        at(reading.nanos()),
                        totals.updates(),
                        totals.replays(),
                        totals.waits(),
                        wait.p50(),
                        wait.p99(),
                        wait.max(),
                        hold.p50(),
                        hold.p99(),
                        hold.max(),
                        commit.p50(),
                        commit.p99(),
                        commit.max(),
                        totals.refused(),
                        totals.lost(),
                        totals.unknown(),
                        totals.timedOut(),
                        state.locks().stream().filter(LockRow::held).count(),
                        state.locks().stream()
                                .mapToLong(lock -> (long) lock.waitingInRedis() + lock.waitingInside())
                                .sum())));
        if (points.size() > MOST) {
            points.removeFirst();
        }
    }

    /** Returns the points of the readings behind one, up to another. */
    synchronized List<List<@Nullable Number>> between(long after, long last) {
        return points.stream()
                .filter(point -> point.number() > after && point.number() <= last)
                .map(Point::values)
                .toList();
    }
}
