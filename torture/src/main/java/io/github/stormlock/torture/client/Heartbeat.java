package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryWriter;
import java.util.concurrent.locks.LockSupport;

/** Records when this JVM stood still, because it was stopped or had no processor. */
record Heartbeat(HistoryWriter history) implements Runnable {
    private static final long BEAT_NANOS = 10_000_000;
    private static final long LONGEST_BEAT_NANOS = 60_000_000;

    @Override
    public void run() {
        long before = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(BEAT_NANOS);
            long now = System.nanoTime();
            if (now - before > LONGEST_BEAT_NANOS) {
                history.write(HistoryLine.of(HistoryLine.Kind.GAP, "", before + BEAT_NANOS, now, ""));
            }
            before = now;
        }
    }
}
