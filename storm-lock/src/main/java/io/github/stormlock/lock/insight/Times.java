package io.github.stormlock.lock.insight;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * The distribution of some times, to two decimal digits of a microsecond or more. Recording takes no lock; two readers
 * take what was recorded, each for itself. Thread-safe.
 *
 * <p>Times are counted in the classes that an HdrHistogram of two digits has: one for each microsecond below 256, and 128
 * for each power of two above. To count is one atomic addition. The Recorder of HdrHistogram makes six, so that a reader
 * may swap what is written; here a reader takes differences instead. On the way of an update each of them is a cache line
 * that the round trip has driven out.
 */
public final class Times {
    private static final int DIGITS = 2;
    private static final int CLASSES_OF_A_POWER = 128;
    private static final int SUM_BITS = 8;
    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(24);
    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLongArray counts = new AtomicLongArray(index(LONGEST_MICROS) + 1);
    private final long[] taken = new long[counts.length()];
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
        counts.getAndIncrement(index(Math.max(0, Math.min(nanos / 1_000, LONGEST_MICROS))));
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
        long now = nanos.getAsLong();
        if (now - windowSince >= WINDOW_NANOS) {
            // After a long silence, what stands is older than the window.
            windowBefore = now - windowSince >= 2 * WINDOW_NANOS ? new Histogram(DIGITS) : window;
            window = new Histogram(DIGITS);
            windowSince = now;
        }
        for (int i = 0; i < taken.length; i++) {
            long all = counts.get(i);
            long fresh = all - taken[i];
            if (fresh > 0) {
                taken[i] = all;
                count += fresh;
                untold.recordValueWithCount(micros(i), fresh);
                window.recordValueWithCount(micros(i), fresh);
            }
        }
    }

    static int index(long micros) {
        int power = Math.max(0, Long.SIZE - SUM_BITS - Long.numberOfLeadingZeros(micros));
        return power * CLASSES_OF_A_POWER + (int) (micros >>> power);
    }

    /** Returns the least time of a class. */
    static long micros(int index) {
        int power = Math.max(0, index / CLASSES_OF_A_POWER - 1);
        return (long) (index - power * CLASSES_OF_A_POWER) << power;
    }
}
