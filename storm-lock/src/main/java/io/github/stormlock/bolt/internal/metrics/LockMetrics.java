package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Metric;
import io.github.stormlock.lock.insight.CallerFigures;
import io.github.stormlock.lock.insight.LockCount;
import io.github.stormlock.lock.insight.Times;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/** The metrics of the locks of one task. They read its figures, and count nothing themselves. Thread-safe. */
public final class LockMetrics {
    private static final Map<String, LockCount> COUNTERS = Map.ofEntries(
            Map.entry("acquired", LockCount.GRANTED),
            Map.entry("updates", LockCount.UPDATES),
            Map.entry("groups", LockCount.GROUPS),
            Map.entry("attempts", LockCount.ATTEMPTS),
            Map.entry("missed", LockCount.MISSED),
            Map.entry("busy", LockCount.BUSY),
            Map.entry("contended", LockCount.CONTENDED),
            Map.entry("timed-out", LockCount.TIMED_OUT),
            Map.entry("lost", LockCount.LOST),
            Map.entry("commits-refused", LockCount.REFUSED),
            Map.entry("outcomes-unknown", LockCount.UNKNOWN),
            Map.entry("replays", LockCount.REPLAYS),
            Map.entry("wake-ups-failed", LockCount.WAKE_UPS_FAILED));
    private static final Map<String, Function<CallerFigures, Times>> TIMERS =
            Map.of("wait", CallerFigures::waits, "hold", CallerFigures::holds, "commit", CallerFigures::commits);

    private final Counter repeated;
    private volatile @Nullable CallerFigures figures;

    /** Registers the metrics, which show nothing until {@link #watch}. */
    public LockMetrics(TopologyContext context) {
        Map<String, Metric> metrics = new HashMap<>();
        COUNTERS.forEach((name, what) -> metrics.put(name, new FigureCounter(() -> count(what))));
        TIMERS.forEach((name, which) -> metrics.put(name, new FigureTimer(() -> times(which))));
        context.registerMetricSet(TaskMetrics.ROOT, () -> metrics);
        repeated = TaskMetrics.counter(context, "repeated");
        context.registerGauge(TaskMetrics.PREFIX + "remembered-events", this::remembered);
    }

    /** Shows these figures from now on. A task that is prepared again has new ones. */
    public void watch(CallerFigures watched) {
        figures = watched;
    }

    private long count(LockCount what) {
        CallerFigures watched = figures;
        return watched == null ? 0 : watched.count(what);
    }

    private @Nullable Times times(Function<CallerFigures, Times> which) {
        CallerFigures watched = figures;
        return watched == null ? null : which.apply(watched);
    }

    private long remembered() {
        CallerFigures watched = figures;
        return watched == null ? 0 : watched.remembered();
    }

    /** Counts a tuple whose event came for its entry before, from the same spout tuple. */
    public void countRepeated() {
        repeated.inc();
    }
}
