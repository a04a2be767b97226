package io.github.stormlock.test.internal.feed;

import io.github.stormlock.test.internal.run.AckFaults.Fate;
import java.util.HashMap;
import java.util.Map;

/**
 * The faults that a feed still has for the acks of its tuples, and the failures that follow from those that struck.
 * Tuples of equal values share theirs, because a bolt knows a tuple by its values only. Guarded by its owner's monitor.
 */
final class Strikes {
    private final Map<TupleValues, Integer> failures = new HashMap<>();
    private final Map<TupleValues, Integer> excused = new HashMap<>();
    private int deaths;

    /** Fails so many acks of a tuple that is fed with these values. */
    void failAcks(TupleValues values, int times) {
        if (times > 0) {
            failures.merge(values, times, Integer::sum);
        }
    }

    /** Loses so many acks of all tuples together with their tasks. */
    void loseTasks(int times) {
        deaths = times;
    }

    boolean arePlanned() {
        return deaths > 0 || !failures.isEmpty();
    }

    Fate ofAck(TupleValues values) {
        if (deaths > 0) {
            deaths--;
            excuse(values);
            return Fate.LOST_WITH_ITS_TASK;
        } else if (takeOne(failures, values)) {
            excuse(values);
            return Fate.FAILED;
        }
        return Fate.PASSED_ON;
    }

    /** Notes that a failure of these values is none of the bolt's. */
    void excuse(TupleValues values) {
        excused.merge(values, 1, Integer::sum);
    }

    /** Returns true if a failure of these values is none of the bolt's; each excuse is good for one. */
    boolean isExcused(TupleValues values) {
        return takeOne(excused, values);
    }

    private static boolean takeOne(Map<TupleValues, Integer> counts, TupleValues values) {
        boolean some = counts.containsKey(values);
        counts.computeIfPresent(values, (same, left) -> left == 1 ? null : left - 1);
        return some;
    }
}
