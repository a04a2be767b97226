package io.github.stormlock.lock.insight;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts times in the classes that an HdrHistogram of two digits has: one for each microsecond below 256, and 128 for each
 * power of two above. To count is one atomic addition. The Recorder of HdrHistogram makes six, so that a reader may swap
 * what is written; here a reader takes differences instead. On the way of an update each of them is a cache line that the
 * round trip has driven out.
 *
 * <p>Counting is thread-safe; taking is for one thread at a time.
 */
final class TimeCounts {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int CLASSES_OF_A_POWER = 128;
    private static final int SUM_BITS = 8;
    /** Below 131 ms. */
    private static final int SHORT_CLASSES = index(1L << 17);

    private static final int CLASSES = index(Long.MAX_VALUE) + 1;

    private final long[] shortTimes = new long[SHORT_CLASSES];
    /** Made for the first long time: most distributions have none. */
    private final AtomicReference<long @Nullable []> longTimes = new AtomicReference<>();

    private final long[] taken = new long[SHORT_CLASSES];
    private long @Nullable [] longTaken;

    /** @param micros the time in microseconds, 0 or more */
    void add(long micros) {
        int index = index(micros);
        if (index < SHORT_CLASSES) {
            COUNT.getAndAdd(shortTimes, index, 1L);
        } else {
            COUNT.getAndAdd(longTimes(), index - SHORT_CLASSES, 1L);
        }
    }

    private long[] longTimes() {
        long[] known = longTimes.get();
        if (known != null) {
            return known;
        }
        long[] fresh = new long[CLASSES - SHORT_CLASSES];
        long[] other = longTimes.compareAndExchange(null, fresh);
        return other == null ? fresh : other;
    }

    /** Adds what was counted since the last call. */
    void takeInto(Histogram histogram) {
        take(shortTimes, taken, 0, histogram);
        long[] counts = longTimes.get();
        if (counts != null) {
            longTaken = longTaken == null ? new long[counts.length] : longTaken;
            take(counts, longTaken, SHORT_CLASSES, histogram);
        }
    }

    private static void take(long[] counts, long[] before, int first, Histogram histogram) {
        for (int i = 0; i < counts.length; i++) {
            long count = (long) COUNT.getVolatile(counts, i);
            if (count != before[i]) {
                histogram.recordValueWithCount(micros(first + i), count - before[i]);
                before[i] = count;
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
