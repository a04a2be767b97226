package io.github.stormlock.bolt;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Timer;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.RedisLockFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * Counts in Storm's metrics what happens to the locks of one task, under names that begin with {@code storm-lock.}.
 * Thread-safe.
 */
final class BoltMetrics implements LockEvents {
    private static final String PREFIX = "storm-lock.";

    private final Counter acquired;
    private final Counter contended;
    private final Counter missed;
    private final Counter timedOut;
    private final Counter lost;
    private final Counter commitsRefused;
    private final Counter outcomesUnknown;
    private final Counter replays;
    private final Counter rejected;
    private final Counter wakeUpsFailed;
    private final Timer waited;
    private final Timer held;
    private final Timer committed;
    private volatile long remembered;
    private volatile @Nullable RedisLockFactory pool;
    private volatile IntSupplier open = () -> 0;

    BoltMetrics(TopologyContext context) {
        acquired = context.registerCounter(PREFIX + "acquired");
        contended = context.registerCounter(PREFIX + "contended");
        missed = context.registerCounter(PREFIX + "missed");
        timedOut = context.registerCounter(PREFIX + "timed-out");
        lost = context.registerCounter(PREFIX + "lost");
        commitsRefused = context.registerCounter(PREFIX + "commits-refused");
        outcomesUnknown = context.registerCounter(PREFIX + "outcomes-unknown");
        replays = context.registerCounter(PREFIX + "replays");
        rejected = context.registerCounter(PREFIX + "rejected");
        wakeUpsFailed = context.registerCounter(PREFIX + "wake-ups-failed");
        waited = context.registerTimer(PREFIX + "wait");
        held = context.registerTimer(PREFIX + "hold");
        committed = context.registerTimer(PREFIX + "commit");
        context.registerGauge(PREFIX + "remembered-events", () -> remembered);
        context.registerGauge(PREFIX + "open", () -> open.getAsInt());
        // Registered once for each task, however often it is prepared: Storm keeps the first gauge of a name.
        context.registerGauge(PREFIX + "pool.active", () -> ofPool(RedisLockFactory::poolActive));
        context.registerGauge(PREFIX + "pool.idle", () -> ofPool(RedisLockFactory::poolIdle));
        context.registerGauge(PREFIX + "pool.waiting", () -> ofPool(RedisLockFactory::poolWaiting));
    }

    /**
     * Shows the figures of this factory's pool. It belongs to the whole worker, so each task shows the same figures.
     */
    void watchPool(RedisLockFactory factory) {
        pool = factory;
    }

    /** Shows the number of open tuples of the task, as {@code count} tells it. */
    void watchOpen(IntSupplier count) {
        open = count;
    }

    private int ofPool(ToIntFunction<RedisLockFactory> figure) {
        RedisLockFactory watched = pool;
        return watched == null ? 0 : figure.applyAsInt(watched);
    }

    void countRejected() {
        rejected.inc();
    }

    @Override
    public void acquired(long waitNanos) {
        acquired.inc();
        waited.update(waitNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void contended() {
        contended.inc();
    }

    @Override
    public void missed() {
        missed.inc();
    }

    @Override
    public void timedOut() {
        timedOut.inc();
    }

    @Override
    public void lost() {
        lost.inc();
    }

    @Override
    public void released(long heldNanos) {
        held.update(heldNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void committed(long commitNanos) {
        committed.update(commitNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void commitRefused() {
        commitsRefused.inc();
    }

    @Override
    public void outcomeUnknown() {
        outcomesUnknown.inc();
    }

    @Override
    public void replaySeen() {
        replays.inc();
    }

    @Override
    public void remembered(long events) {
        remembered = events;
    }

    @Override
    public void wakeUpFailed() {
        wakeUpsFailed.inc();
    }
}
