package io.github.stormlock.torture;

import java.util.concurrent.atomic.AtomicLong;

/** The wall clock, as far as a contender is told. Thread-safe. */
final class SteppedClock {
    private final AtomicLong offset = new AtomicLong();

    long millis() {
        return System.currentTimeMillis() + offset.get();
    }

    /** Back where negative. */
    void step(long millis) {
        offset.addAndGet(millis);
    }
}
