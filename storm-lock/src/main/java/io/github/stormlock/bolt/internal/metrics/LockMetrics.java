package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Counter;
import com.codahale.metrics.Metric;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.task.TopologyContext;

/** The metrics of the locks of one task. They read its figures, and count nothing themselves. Thread-safe. */
public final class LockMetrics {
    private final Counter repeated;
    // Nothing is counted in these: they stand for a task that is not prepared yet.
    private volatile CallerFigures figures = new CallerFigures();

    /** Registers the metrics, which show nothing until {@link #watch}. */
    public LockMetrics(TopologyContext context) {
        Map<String, Metric> metrics = new HashMap<>();
        for (LockCount each : LockCount.values()) {
            metrics.put(each.metric(), counter(each));
        }
        for (LockTime each : LockTime.values()) {
            metrics.put(each.key(), new FigureTimer(() -> figures.times(each), Clock.defaultClock()));
        }
        context.registerMetricSet(TaskMetrics.ROOT, () -> metrics);
        repeated = TaskMetrics.counter(context, "repeated");
        context.registerGauge(TaskMetrics.PREFIX + "remembered-events", () -> figures.remembered());
    }

    private Counter counter(LockCount what) {
        return new Counter() {
            @Override
            public long getCount() {
                return figures.count(what);
            }
        };
    }

    /** Shows these figures from now on. A task that is prepared again has new ones. */
    public void watch(CallerFigures watched) {
        figures = watched;
    }

    /** Counts a tuple whose event came for its entry before, from the same spout tuple. */
    public void countRepeated() {
        repeated.inc();
    }
}
