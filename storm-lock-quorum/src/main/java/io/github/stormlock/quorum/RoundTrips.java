package io.github.stormlock.quorum;

import java.util.Arrays;

/** The last round trips to one server, and how long an answer is worth waiting for. Thread-safe. */
final class RoundTrips {
    private static final int KEPT = 15;
    private static final long LEAST_NANOS = 50_000_000L;
    private static final int MEDIANS = 4;

    private final long[] last = new long[KEPT];
    private int count;

    synchronized void add(long nanos) {
        last[count++ % KEPT] = nanos;
    }

    /** Returns four times the median round trip, and at least 50 ms. */
    synchronized long timeoutNanos() {
        long[] sorted = Arrays.copyOf(last, Math.min(count, KEPT));
        Arrays.sort(sorted);
        return sorted.length == 0 ? LEAST_NANOS : Math.max(LEAST_NANOS, MEDIANS * sorted[sorted.length / 2]);
    }
}
