package io.github.stormlock.internal.figures;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.HdrHistogram.Histogram;

/** The figures of all callers of one factory, its hot entries, and its slow waits. Thread-safe. */
public final class FactoryFigures {
    private final ConcurrentMap<Integer, CallerFigures> callers = new ConcurrentHashMap<>();
    private final HotEntries hot = new HotEntries();
    private final SlowWaits slow = new SlowWaits();

    /**
     * Returns the figures of one caller, the same each time.
     *
     * @param caller its number among the callers of the factory
     */
    public CallerFigures of(int caller) {
        return callers.computeIfAbsent(caller, fresh -> new CallerFigures());
    }

    public HotEntries hot() {
        return hot;
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
