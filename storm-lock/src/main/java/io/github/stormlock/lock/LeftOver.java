package io.github.stormlock.lock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts, by the reason, the updates that a round has not made. Those of one entry keep their order. Used by one
 * thread.
 */
final class LeftOver {
    private final List<Submission<Object>> again = new ArrayList<>(0);
    private final Map<String, List<Submission<Object>>> busy = new LinkedHashMap<>(0);
    private final Map<String, List<Submission<Object>>> led = new LinkedHashMap<>(0);

    /**
     * Adds an update.
     *
     * @param index its place in the batch that was run
     */
    void add(Submission<Object> update, GuardedBatch<Object> batch, int index) {
        if (batch.isBusy(index)) {
            of(busy, update).add(update);
        } else if (batch.isLed(index)) {
            of(led, update).add(update);
        } else {
            again.add(update);
        }
    }

    private static List<Submission<Object>> of(
            Map<String, List<Submission<Object>>> byEntry, Submission<Object> update) {
        return byEntry.computeIfAbsent(update.entry().key(), entry -> new ArrayList<>(1));
    }

    /** Returns those that come again in the next round: there were more than this one had time for. */
    List<Submission<Object>> again() {
        return again;
    }

    /** Returns, by entry, those whose lock is held outside this JVM. */
    Map<String, List<Submission<Object>>> busy() {
        return busy;
    }

    /** Returns, by entry, those whose entry another thread of this JVM leads. */
    Map<String, List<Submission<Object>>> led() {
        return led;
    }
}
