package io.github.stormlock.lock.insight;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts and times what happens to the locks and updates of one caller of a factory. Metrics, and what the worker tells in
 * Redis, read the same figures. Thread-safe.
 */
public final class CallerFigures {
    private final Map<LockCount, LongAdder> counts = new EnumMap<>(LockCount.class);
    // An update that meets nobody counts in the two distributions and nowhere else. What is counted here is the rest.
    private final LongAdder joined = new LongAdder();
    private final LongAdder underLock = new LongAdder();
    private final LongAdder otherAnswers = new LongAdder();
    private final Map<LockTime, Times> times = new EnumMap<>(LockTime.class);
    private volatile long remembered;

    /** Begins with nothing counted. */
    public CallerFigures() {
        for (LockCount each : LockCount.values()) {
            counts.put(each, new LongAdder());
        }
        for (LockTime each : LockTime.values()) {
            times.put(each, new Times());
        }
    }

    /**
     * {@return how often it happened}
     *
     * @param what the event
     */
    public long count(LockCount what) {
        return switch (what) {
            case GRANTED -> times(LockTime.WAIT).count();
            case GROUPS -> times(LockTime.COMMIT).count();
            case UPDATES -> times(LockTime.COMMIT).count() + joined.sum();
            // Groups are read last: one under a lock is counted as a group first, so the difference is never negative.
            case ATTEMPTS ->
                otherAnswers.sum() - underLock.sum() + times(LockTime.COMMIT).count();
            default -> of(what).sum();
        };
    }

    /**
     * {@return the times that were taken}
     *
     * @param what the kind of times
     */
    public Times times(LockTime what) {
        return Objects.requireNonNull(times.get(what));
    }

    /** {@return how many events the entry remembers that was written last and counted} */
    public long remembered() {
        return remembered;
    }

    /**
     * Counts the updates of a group that was written, whose time counts as one.
     *
     * @param size how many updates
     */
    public void wrote(int size) {
        if (size > 1) {
            joined.add(size - 1L);
        }
    }

    /** Counts a group of updates that was written under a lock: it was no attempt without it. */
    public void wroteUnderLock() {
        underLock.increment();
    }

    /** Counts an attempt that was answered, and wrote nothing. */
    public void attemptFailed() {
        otherAnswers.increment();
    }

    /**
     * Counts what happened.
     *
     * @param what the event
     */
    public void add(LockCount what) {
        of(what).increment();
    }

    /**
     * Notes how many events the entry remembers that was just written.
     *
     * @param events the number of events
     */
    public void remembered(long events) {
        remembered = events;
    }

    private LongAdder of(LockCount what) {
        return Objects.requireNonNull(counts.get(what));
    }
}
