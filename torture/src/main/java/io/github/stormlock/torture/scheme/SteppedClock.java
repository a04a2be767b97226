package io.github.stormlock.torture.scheme;

import java.util.concurrent.atomic.AtomicLong;

/** The wall clock as a contender reads it, which the harness can move. Thread-safe. */
public final class SteppedClock {
    private final AtomicLong offset = new AtomicLong();

    long millis() {
        return System.currentTimeMillis() + offset.get();
    }

    /** Moves the clock forward, or back if negative. */
    public void step(long millis) {
        offset.addAndGet(millis);
    }
}
