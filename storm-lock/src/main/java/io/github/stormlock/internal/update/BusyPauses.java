package io.github.stormlock.internal.update;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides how long an attempt that met a lock is sent again, and draws the pauses in between. If all who meet the
 * lock asked for it, it would go from one to the other, for one update each time, and nobody would find it free
 * again. Used by one thread.
 */
final class BusyPauses {
    /**
     * The longest time of sending again. An update of another JVM holds the lock for two round trips only, so most of
     * those who meet it need not ask for the lock.
     */
    private static final long LONGEST_NANOS = 50_000_000;

    /** The longest pause. A lock that is held for longer than some milliseconds is not looked at more often. */
    private static final long LONGEST_PAUSE_NANOS = 4_000_000;

    private static final long SHORTEST_PERIOD_NANOS = 50_000;
    private static final int MOST_DOUBLINGS = 6;

    private long untilNanos;
    private int pauses;

    /**
     * Draws the pause before the attempt is sent again. It is random, and longer each time.
     *
     * @param periodNanos how many nanoseconds the last try took
     * @param deadline the time until which the lock is waited for
     * @return nanoseconds, at least 1; 0 if the lock is to be asked for
     */
    long next(long periodNanos, long now, long deadline) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (pauses == 0) {
            // Most of a short wait is kept for waiting in line for the lock. At random, so that not all ask for the
            // lock at once.
            long longest = Math.max(1, Math.min(LONGEST_NANOS, (deadline - now) / 4));
            untilNanos = now + longest - random.nextLong(longest / 4 + 1);
        }
        long period = Math.max(periodNanos, SHORTEST_PERIOD_NANOS);
        long most = Math.min(period << Math.min(pauses, MOST_DOUBLINGS), LONGEST_PAUSE_NANOS);
        pauses++;
        return Math.max(0, Math.min(untilNanos - now, most / 2 + random.nextLong(most / 2)));
    }
}
