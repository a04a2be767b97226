package io.github.stormlock.internal.figures;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The figures of all callers of one factory, its hot entries, and what of it is recorded. Thread-safe. */
public final class FactoryFigures {
    private final ConcurrentMap<Integer, CallerFigures> callers = new ConcurrentHashMap<>();
    private final HotEntries hot = new HotEntries();
    private final FlightEvents flight = new FlightEvents();
    private final SlowWaits slow = new SlowWaits();
    private volatile boolean countsAll;

    /**
     * Returns the figures of one caller, the same each time.
     *
     * @param caller its number among the callers of the factory
     */
    public CallerFigures of(int caller) {
        return callers.computeIfAbsent(caller, fresh -> new CallerFigures());
    }

    /** Counts for each caller from now on, whether its figures were asked for or not. */
    public void countAll() {
        countsAll = true;
    }

    /** Returns the figures in which a caller is counted; {@code null} if nobody has asked for them. */
    public @Nullable CallerFigures counted(int caller) {
        return countsAll ? of(caller) : callers.get(caller);
    }

    public HotEntries hot() {
        return hot;
    }

    /** Returns what tells of waits and refused commits to Java Flight Recorder. */
    public FlightEvents flight() {
        return flight;
    }

    /** Returns what knows which waits are slow. */
    public SlowWaits slow() {
        return slow;
    }

    /** Returns the sums over all callers since the factory began. */
    public Map<LockCount, Long> sums() {
        Map<LockCount, Long> sums = new EnumMap<>(LockCount.class);
        for (LockCount each : LockCount.values()) {
            sums.put(
                    each,
                    callers.values().stream().mapToLong(one -> one.count(each)).sum());
        }
        return sums;
    }

    /** Adds the times of all callers that were recorded since the last call for these times, in microseconds. */
    public void addUntoldTo(LockTime what, Histogram all) {
        callers.values().forEach(one -> one.times(what).addUntoldTo(all));
    }
}
