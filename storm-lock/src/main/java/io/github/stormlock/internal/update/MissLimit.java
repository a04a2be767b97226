package io.github.stormlock.internal.update;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Limits how often and how long a group is attempted while other writers are faster. Also draws the pauses in
 * between, which put those who compete out of step. The limit in time protects slow updates, and JVMs that are far
 * from Redis. Used by one thread.
 */
final class MissLimit {
    private static final int MOST_TRIES = 6;
    private static final long LONGEST_NANOS = 1_000_000;
    private static final long SLOW_NANOS = 500_000;
    private static final int MOST_PERIODS = 64;

    private long begunNanos;
    private int tries;
    private int misses;

    /** Begins to count the time, unless it is counted already. */
    void begin(long now) {
        if (begunNanos == 0) {
            begunNanos = now;
        }
    }

    boolean isTried() {
        return tries > 0;
    }

    void missed() {
        misses++;
    }

    int misses() {
        return misses;
    }

    /** Counts from the beginning again, since nobody was faster. */
    void forget() {
        begunNanos = 0;
        tries = 0;
        misses = 0;
    }

    /**
     * Counts a try that did not settle the leader's own update.
     *
     * @param computingNanos how many nanoseconds the group took to compute
     * @return true if it was the last try
     */
    boolean isReached(long computingNanos, long now) {
        tries++;
        boolean slow = misses > 0 && computingNanos > SLOW_NANOS;
        // A first miss may only mean that the remembered entry was old. A second one in a row tells of others who
        // compete.
        return tries >= MOST_TRIES || slow || (leftNanos(now) <= 0 && misses != 1);
    }

    /**
     * Draws the pause before the next try. There is one after every second miss. It grows, and never goes past the
     * limit in time.
     *
     * @param periodNanos how many nanoseconds the last try took, from its computing to its answer
     * @return nanoseconds; 0 for no pause
     */
    long pauseNanos(long periodNanos, long now) {
        long left = leftNanos(now);
        if (misses == 0 || misses % 2 != 0 || left <= 0) {
            return 0;
        }
        long periods = Math.min(MOST_PERIODS, 1L << (misses / 2));
        return ThreadLocalRandom.current().nextLong(Math.min(left, periodNanos * periods) + 1);
    }

    private long leftNanos(long now) {
        return begunNanos == 0 ? LONGEST_NANOS : begunNanos + LONGEST_NANOS - now;
    }
}
