package io.github.stormlock.torture.client;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.torture.history.Counted;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryWriter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the outcomes of updates; {@link #write} adds the counts to the history. What was not written is lost when the
 * client is killed. Thread-safe.
 */
final class OutcomeCounts implements LockEvents {
    private final HistoryWriter history;
    private final Map<Counted, LongAdder> counts = new EnumMap<>(Counted.class);

    OutcomeCounts(HistoryWriter history) {
        this.history = history;
        for (Counted one : Counted.values()) {
            counts.put(one, new LongAdder());
        }
    }

    private void count(Counted one) {
        LongAdder adder = counts.get(one);
        if (adder != null) {
            adder.increment();
        }
    }

    /** Writes what was counted since the last call. For one thread. */
    void write() {
        counts.forEach((one, adder) -> {
            long n = adder.sumThenReset();
            if (n > 0) {
                history.write(HistoryLine.of(HistoryLine.Kind.COUNTED, "", System.nanoTime(), n, one.name()));
            }
        });
    }

    @Override
    public void committed(long commitNanos) {
        count(Counted.WRITTEN);
    }

    @Override
    public void missed() {
        count(Counted.MISSED);
    }

    @Override
    public void released(long heldNanos) {
        count(Counted.RELEASED);
    }

    @Override
    public void commitRefused() {
        count(Counted.REFUSED);
    }
}
