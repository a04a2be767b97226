package io.github.stormlock.lock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The updates that a round has not made, by the reason. Those of one entry are in their order. Used by one thread. */
final class LeftOver {
    private final List<Submission<Object>> again = new ArrayList<>(0);
    private final Map<String, List<Submission<Object>>> busy = new LinkedHashMap<>(0);
    private final Map<String, List<Submission<Object>>> led = new LinkedHashMap<>(0);

    /** @param index its place in the batch that was run */
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

    /** They come again in the next round: there was more than this one had time for. */
    List<Submission<Object>> again() {
        return again;
    }

    /** By entry: the lock is held outside this JVM. */
    Map<String, List<Submission<Object>>> busy() {
        return busy;
    }

    /** By entry: others of this JVM have it in hand. */
    Map<String, List<Submission<Object>>> led() {
        return led;
    }
}
