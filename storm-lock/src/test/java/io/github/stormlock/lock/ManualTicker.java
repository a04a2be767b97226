package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.acquire.Ticker;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when somebody parks, or when the test says so. */
final class ManualTicker implements Ticker {
    // Near an overflow, since nobody promises where nanoTime begins.
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50_000_000);
    private Runnable whileParked = () -> {};

    /** Sets an action that runs in the middle of each park. */
    void whileParked(Runnable action) {
        whileParked = action;
    }

    void passMillis(long millis) {
        now.addAndGet(millis * 1_000_000);
    }

    @Override
    public long nanos() {
        return now.get();
    }

    @Override
    public void park(Object blocker, long nanos) {
        now.addAndGet(nanos);
        whileParked.run();
    }
}
