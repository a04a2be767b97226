package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.Line;
import java.util.concurrent.locks.LockSupport;

/** Tells the history when this JVM stood still: stopped, or without a processor. */
final class Heartbeat implements Runnable {
    private static final long BEAT_NANOS = 10_000_000;
    private static final long LONGEST_BEAT_NANOS = 60_000_000;

    private final HistoryWriter history;

    Heartbeat(HistoryWriter history) {
        this.history = history;
    }

    @Override
    public void run() {
        long before = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(BEAT_NANOS);
            long now = System.nanoTime();
            if (now - before > LONGEST_BEAT_NANOS) {
                history.write(Line.of(Line.Kind.GAP, "", before + BEAT_NANOS, now, ""));
            }
            before = now;
        }
    }
}
