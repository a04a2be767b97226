package io.github.stormlock.bolt;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Timer;
import io.github.stormlock.lock.LockEvents;
import java.util.concurrent.TimeUnit;
import org.apache.storm.task.TopologyContext;

/** Counts in Storm's metrics what happens to the locks of one task. Thread-safe. */
final class LockMetrics implements LockEvents {
    private final Counter acquired;
    private final Counter contended;
    private final Counter missed;
    private final Counter timedOut;
    private final Counter lost;
    private final Counter commitsRefused;
    private final Counter outcomesUnknown;
    private final Counter replays;
    private final Counter repeated;
    private final Counter wakeUpsFailed;
    private final Timer waited;
    private final Timer held;
    private final Timer committed;
    private volatile long remembered;

    LockMetrics(TopologyContext context) {
        acquired = context.registerCounter(TaskMetrics.PREFIX + "acquired");
        contended = context.registerCounter(TaskMetrics.PREFIX + "contended");
        missed = context.registerCounter(TaskMetrics.PREFIX + "missed");
        timedOut = context.registerCounter(TaskMetrics.PREFIX + "timed-out");
        lost = context.registerCounter(TaskMetrics.PREFIX + "lost");
        commitsRefused = context.registerCounter(TaskMetrics.PREFIX + "commits-refused");
        outcomesUnknown = context.registerCounter(TaskMetrics.PREFIX + "outcomes-unknown");
        replays = context.registerCounter(TaskMetrics.PREFIX + "replays");
        repeated = context.registerCounter(TaskMetrics.PREFIX + "repeated");
        wakeUpsFailed = context.registerCounter(TaskMetrics.PREFIX + "wake-ups-failed");
        waited = context.registerTimer(TaskMetrics.PREFIX + "wait");
        held = context.registerTimer(TaskMetrics.PREFIX + "hold");
        committed = context.registerTimer(TaskMetrics.PREFIX + "commit");
        context.registerGauge(TaskMetrics.PREFIX + "remembered-events", () -> remembered);
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

    /** Counts a tuple whose event came for its entry before, from the same spout tuple. */
    void countRepeated() {
        repeated.inc();
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
