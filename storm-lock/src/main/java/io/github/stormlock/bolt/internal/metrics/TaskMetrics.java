package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Counter;
import io.github.stormlock.RedisLockFactory;
import java.util.function.IntSupplier;
import java.util.function.ToLongFunction;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/** Counts in Storm's metrics what is the same for all tasks of this library's bolts. Thread-safe. */
public final class TaskMetrics {
    /** All metrics of this library have names that begin so. */
    static final String PREFIX = "storm-lock.";

    static final String ROOT = "storm-lock";

    private final Counter rejected;
    private volatile @Nullable RedisLockFactory pool;
    private volatile IntSupplier open = () -> 0;

    public TaskMetrics(TopologyContext context) {
        rejected = counter(context, "rejected");
        // Registered once for each task, however often it is prepared: Storm keeps the first gauge of a name.
        context.registerGauge(PREFIX + "open", () -> open.getAsInt());
        context.registerGauge(PREFIX + "pool.active", () -> ofPool(RedisLockFactory::poolActive));
        context.registerGauge(PREFIX + "pool.idle", () -> ofPool(RedisLockFactory::poolIdle));
        context.registerGauge(PREFIX + "pool.waiting", () -> ofPool(RedisLockFactory::poolWaiting));
        context.registerGauge(PREFIX + "pool.round-trips", () -> ofPool(RedisLockFactory::roundTrips));
    }

    /** Returns a counter that Storm shows; one that nobody shows if the context is mocked and has none. */
    static Counter counter(TopologyContext context, String name) {
        Counter counter = context.registerCounter(PREFIX + name);
        return counter == null ? new Counter() : counter;
    }

    /**
     * Shows the figures of this factory's pool, which belongs to the whole worker, so that each task shows the same. Shows
     * the number of open updates or reads of the task as {@code openCount} tells it.
     */
    public void watch(RedisLockFactory factory, IntSupplier openCount) {
        pool = factory;
        open = openCount;
    }

    private long ofPool(ToLongFunction<RedisLockFactory> figure) {
        RedisLockFactory watched = pool;
        return watched == null ? 0 : figure.applyAsLong(watched);
    }

    public void countRejected() {
        rejected.inc();
    }
}
