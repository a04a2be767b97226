package io.github.stormlock.lock.insight;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * The distribution of some times, to two decimal digits of a microsecond or more. Recording takes no lock; two readers
 * take what was recorded, each for itself. Thread-safe.
 */
public final class Times {
    private static final int DIGITS = 2;
    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(24);
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final TimeCounts counts = new TimeCounts();
    private final Histogram taken = new Histogram(DIGITS);
    private final Histogram untold = new Histogram(DIGITS);
    private Histogram window = new Histogram(DIGITS);
    private Histogram windowBefore = new Histogram(DIGITS);
    private final LongSupplier nanos;
    private long windowSince;
    private long count;

    /** Creates an empty distribution. */
    public Times() {
        this(System::nanoTime);
    }

    /** @param nanos the clock, which reads as {@link System#nanoTime()} */
    Times(LongSupplier nanos) {
        this.nanos = nanos;
        this.windowSince = nanos.getAsLong();
    }

    /**
     * Records a time.
     *
     * @param nanos the time in nanoseconds; what is below a microsecond counts as none
     */
    public void record(long nanos) {
        counts.add(Math.max(0, Math.min(nanos / 1_000, LONGEST_MICROS)));
    }

    /** {@return how many times were recorded} */
    public synchronized long count() {
        take();
        return count;
    }

    /** {@return the times of the last one to two minutes, in microseconds: a copy} */
    public synchronized Histogram recent() {
        take();
        Histogram both = window.copy();
        both.add(windowBefore);
        return both;
    }

    /**
     * Adds the times that were recorded since the last call.
     *
     * @param all takes them, in microseconds
     */
    public synchronized void addUntoldTo(Histogram all) {
        take();
        all.add(untold);
        untold.reset();
    }

    private void take() {
        taken.reset();
        counts.takeInto(taken);
        long now = nanos.getAsLong();
        if (now - windowSince >= WINDOW_NANOS) {
            // After a long silence, what stands is older than the window.
            windowBefore = now - windowSince >= 2 * WINDOW_NANOS ? new Histogram(DIGITS) : window;
            window = new Histogram(DIGITS);
            windowSince = now;
        }
        if (taken.getTotalCount() > 0) {
            count += taken.getTotalCount();
            untold.add(taken);
            window.add(taken);
        }
    }
}
