package io.github.stormlock.torture.client;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.torture.history.Counted;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryWriter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the outcomes of updates; {@link #write} adds the counts to the history. What was not written is lost when the
 * client is killed. Now and then it throws an error after that, as a listener with missing classes does. Thread-safe.
 */
final class OutcomeCounts implements LockEvents {
    private static final int FAILS_ONE_IN = 50;

    private final HistoryWriter history;
    private final Map<Counted, LongAdder> counts = new ConcurrentHashMap<>();

    OutcomeCounts(HistoryWriter history) {
        this.history = history;
    }

    private void count(Counted one) {
        counts.computeIfAbsent(one, any -> new LongAdder()).increment();
        failSometimes();
    }

    private static void failSometimes() {
        if (ThreadLocalRandom.current().nextInt(FAILS_ONE_IN) == 0) {
            throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
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

    @Override
    public void replaySeen() {
        failSometimes();
    }

    @Override
    public void timedOut() {
        failSometimes();
    }

    /** Always throws, because a lease is seldom lost; this runs on the watchdog's own thread. */
    @Override
    public void lost() {
        throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
    }
}
