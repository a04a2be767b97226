package io.github.stormlock.redis.internal.connect;

import java.util.concurrent.TimeUnit;

/** Computes the ends of waits, as {@link System#nanoTime()} instants. */
public final class Deadline {
    /** The longest budget: far beyond every time-out, and far from an overflow. */
    private static final long MOST = TimeUnit.DAYS.toNanos(365);

    private Deadline() {}

    /** Returns the end of a budget that begins now. */
    public static long after(long budgetNanos) {
        return System.nanoTime() + Math.min(budgetNanos, MOST);
    }

    /** Returns the nanoseconds until the deadline; negative after it. */
    public static long left(long deadline) {
        return deadline - System.nanoTime();
    }

    /** Returns the deadline, or the end of so many milliseconds from now, if that comes first. */
    public static long within(long deadline, int millis) {
        long end = after(millis * 1_000_000L);
        return end - deadline < 0 ? end : deadline;
    }

    /**
     * Returns the milliseconds until the deadline, as a socket takes them: at least 1, since 0 would be endless, and at
     * most {@code most}.
     */
    public static int millis(long deadline, int most) {
        long left = (left(deadline) + 999_999) / 1_000_000;
        return (int) Math.max(1, Math.min(most, left));
    }
}
