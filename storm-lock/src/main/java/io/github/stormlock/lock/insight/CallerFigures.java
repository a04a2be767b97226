package io.github.stormlock.lock.insight;

import io.github.stormlock.lock.LockEvents;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts and times what happens to the locks and updates of one caller of a factory. Metrics, and what the worker tells in
 * Redis, read the same figures. Thread-safe.
 */
public final class CallerFigures implements LockEvents {
    private final Map<LockCount, LongAdder> counts = new EnumMap<>(LockCount.class);
    // Those of each update have fields of their own: a look-up costs more than the count.
    private final LongAdder granted = new LongAdder();
    private final LongAdder updates = new LongAdder();
    private final LongAdder groups = new LongAdder();
    private final LongAdder attempts = new LongAdder();
    private final Times wait = new Times();
    private final Times hold = new Times();
    private final Times commit = new Times();
    private volatile long remembered;

    /** Begins with nothing counted. */
    public CallerFigures() {
        for (LockCount each : LockCount.values()) {
            counts.put(each, new LongAdder());
        }
        counts.put(LockCount.GRANTED, granted);
        counts.put(LockCount.UPDATES, updates);
        counts.put(LockCount.GROUPS, groups);
        counts.put(LockCount.ATTEMPTS, attempts);
    }

    /**
     * {@return how often it happened}
     *
     * @param what the event
     */
    public long count(LockCount what) {
        return of(what).sum();
    }

    /** {@return the times from asking to the grant; of an update without the lock, to its answer} */
    public Times waits() {
        return wait;
    }

    /** {@return the times for which leases were held} */
    public Times holds() {
        return hold;
    }

    /** {@return the times from sending a group of updates to the answer} */
    public Times commits() {
        return commit;
    }

    /** {@return how many events the entry remembers that was written last and counted} */
    public long remembered() {
        return remembered;
    }

    /**
     * Counts a group of updates that was written.
     *
     * @param size how many updates
     */
    public void wrote(int size) {
        updates.add(size);
    }

    /** Counts an attempt that was answered. */
    public void attempted() {
        attempts.increment();
    }

    /** Counts an attempt that met a lock. */
    public void metLock() {
        add(LockCount.BUSY);
    }

    private LongAdder of(LockCount what) {
        return Objects.requireNonNull(counts.get(what));
    }

    private void add(LockCount what) {
        of(what).increment();
    }

    @Override
    public void acquired(long waitNanos) {
        granted.increment();
        wait.record(waitNanos);
    }

    @Override
    public void released(long heldNanos) {
        hold.record(heldNanos);
    }

    @Override
    public void committed(long commitNanos) {
        groups.increment();
        commit.record(commitNanos);
    }

    @Override
    public void contended() {
        add(LockCount.CONTENDED);
    }

    @Override
    public void missed() {
        add(LockCount.MISSED);
    }

    @Override
    public void timedOut() {
        add(LockCount.TIMED_OUT);
    }

    @Override
    public void lost() {
        add(LockCount.LOST);
    }

    @Override
    public void commitRefused() {
        add(LockCount.REFUSED);
    }

    @Override
    public void outcomeUnknown() {
        add(LockCount.UNKNOWN);
    }

    @Override
    public void replaySeen() {
        add(LockCount.REPLAYS);
    }

    @Override
    public void wakeUpFailed() {
        add(LockCount.WAKE_UPS_FAILED);
    }

    @Override
    public void remembered(long events) {
        remembered = events;
    }
}
