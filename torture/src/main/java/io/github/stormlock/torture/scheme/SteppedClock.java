package io.github.stormlock.torture.scheme;

import java.util.concurrent.atomic.AtomicLong;

/** The wall clock, as far as a contender is told. Thread-safe. */
public final class SteppedClock {
    private final AtomicLong offset = new AtomicLong();

    long millis() {
        return System.currentTimeMillis() + offset.get();
    }

    /** Back where negative. */
    public void step(long millis) {
        offset.addAndGet(millis);
    }
}
