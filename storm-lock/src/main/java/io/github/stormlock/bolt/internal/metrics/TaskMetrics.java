package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Counter;
import com.codahale.metrics.Metric;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one task, as Storm has them. What happens to locks and updates they read from its figures, where it is
 * counted once. Registered once for each task, however often it is prepared: Storm keeps the first gauge of a name.
 * Thread-safe.
 */
public final class TaskMetrics {
    private static final String ROOT = "storm-lock";

    private final Counter rejected;
    private final Counter repeated;
    private volatile @Nullable RedisLockFactory pool;
    private volatile IntSupplier open = () -> 0;
    // Nothing is counted in these: they stand for a task that is not prepared yet.
    private volatile CallerFigures figures = new CallerFigures();

    /**
     * Registers the metrics, which show nothing until they watch.
     *
     * @param updates true for those of a bolt that updates, too
     */
    public TaskMetrics(TopologyContext context, boolean updates) {
        rejected = counter(context, "rejected");
        context.registerGauge(ROOT + ".open", () -> open.getAsInt());
        context.registerGauge(ROOT + ".pool.active", () -> ofPool(RedisLockFactory::poolActive));
        context.registerGauge(ROOT + ".pool.idle", () -> ofPool(RedisLockFactory::poolIdle));
        context.registerGauge(ROOT + ".pool.waiting", () -> ofPool(RedisLockFactory::poolWaiting));
        context.registerGauge(ROOT + ".pool.round-trips", () -> ofPool(RedisLockFactory::roundTrips));
        if (updates) {
            Map<String, Metric> metrics = new HashMap<>();
            for (LockCount each : LockCount.values()) {
                metrics.put(each.metric(), counter(each));
            }
            for (LockTime each : LockTime.values()) {
                metrics.put(each.key(), new FigureTimer(() -> figures.times(each), Clock.defaultClock()));
            }
            context.registerMetricSet(ROOT, () -> metrics);
            context.registerGauge(ROOT + ".remembered-events", () -> figures.remembered());
            repeated = counter(context, "repeated");
        } else {
            repeated = new Counter();
        }
    }

    /** Returns a counter that Storm shows; one that nobody shows if the context is mocked and has none. */
    private static Counter counter(TopologyContext context, String name) {
        Counter counter = context.registerCounter(ROOT + '.' + name);
        return counter == null ? new Counter() : counter;
    }

    private Counter counter(LockCount what) {
        return new Counter() {
            @Override
            public long getCount() {
                return figures.count(what);
            }
        };
    }

    /**
     * Shows the figures of this factory's pool, which belongs to the whole worker, so that each task shows the same. Shows
     * the number of open updates or reads of the task as {@code openCount} tells it.
     */
    public void watch(RedisLockFactory factory, IntSupplier openCount) {
        pool = factory;
        open = openCount;
    }

    /** Shows these figures from now on. A task that is prepared again has new ones. */
    public void watch(CallerFigures watched) {
        figures = watched;
    }

    private long ofPool(ToLongFunction<RedisLockFactory> figure) {
        RedisLockFactory watched = pool;
        return watched == null ? 0 : figure.applyAsLong(watched);
    }

    public void countRejected() {
        rejected.inc();
    }

    /** Counts a tuple whose event came for its entry before, from the same spout tuple. */
    public void countRepeated() {
        repeated.inc();
    }
}
