package io.github.stormlock.torture.client;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.Line;
import java.util.concurrent.ThreadLocalRandom;

/** Counts refused commits, and throws an error now and then, as a listener does whose classes are missing. Thread-safe. */
final class FailingListener implements LockEvents {
    private static final int FAILS_ONE_IN = 50;

    private final HistoryWriter history;

    FailingListener(HistoryWriter history) {
        this.history = history;
    }

    private static void failSometimes() {
        if (ThreadLocalRandom.current().nextInt(FAILS_ONE_IN) == 0) {
            throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
        }
    }

    @Override
    public void committed(long commitNanos) {
        failSometimes();
    }

    @Override
    public void commitRefused() {
        history.write(Line.of(Line.Kind.REFUSED, "", System.nanoTime(), 0, ""));
        failSometimes();
    }

    @Override
    public void replaySeen() {
        failSometimes();
    }

    @Override
    public void timedOut() {
        failSometimes();
    }

    /** Always: a lease is lost seldom, and this is told on the watchdog's own thread. */
    @Override
    public void lost() {
        throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
    }
}
