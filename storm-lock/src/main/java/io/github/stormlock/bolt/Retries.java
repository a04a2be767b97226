package io.github.stormlock.bolt;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells when to try again what failed: after a tenth of a second at first, each time twice as late, up to five seconds. Used
 * by one thread.
 */
final class Retries {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LongSupplier nanos;
    private long delay = FIRST_NANOS;
    private long due;

    /** @param nanos the time, as {@link System#nanoTime()} gives it */
    Retries(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void failed() {
        due = nanos.getAsLong() + delay;
        delay = Math.min(delay * 2, LONGEST_NANOS);
    }

    /** Whether it is time, after at least one failure. */
    boolean isDue() {
        return nanos.getAsLong() - due >= 0;
    }
}
