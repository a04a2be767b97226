package io.github.stormlock.redis;

import java.util.concurrent.TimeUnit;

/** Ends of waits, as {@link System#nanoTime()} instants. */
final class Deadline {
    /** Far beyond every time-out, and far from an overflow. */
    private static final long MOST = TimeUnit.DAYS.toNanos(365);

    private Deadline() {}

    static long after(long budgetNanos) {
        return System.nanoTime() + Math.min(budgetNanos, MOST);
    }

    static long left(long deadline) {
        return deadline - System.nanoTime();
    }

    /** The deadline, or the end of so many milliseconds, whichever comes first. */
    static long within(long deadline, int millis) {
        long end = after(millis * 1_000_000L);
        return end - deadline < 0 ? end : deadline;
    }

    /** What is left as a socket takes it: at least 1 ms, since 0 would be endless, and at most {@code most}. */
    static int millis(long deadline, int most) {
        long left = (left(deadline) + 999_999) / 1_000_000;
        return (int) Math.max(1, Math.min(most, left));
    }
}
