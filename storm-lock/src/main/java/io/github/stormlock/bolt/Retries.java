package io.github.stormlock.bolt;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells when to try again what failed: 100 ms later at first, and after each failure twice as late, up to 5 s. For one
 * thread.
 */
final class Retries {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanos;
    private long delay = FIRST_NANOS;
    private long due;

    /** @param nanos the clock, which reads as {@link System#nanoTime()} */
    Retries(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void failed() {
        due = nanos.getAsLong() + delay;
        delay = Math.min(delay * 2, LONGEST_NANOS);
    }

    /** Returns true if it is time to try again, after at least one failure. */
    boolean isDue() {
        return nanos.getAsLong() - due >= 0;
    }
}
