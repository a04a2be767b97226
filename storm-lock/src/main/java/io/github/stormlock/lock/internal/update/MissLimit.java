package io.github.stormlock.lock.internal.update;

import java.util.concurrent.ThreadLocalRandom;

/**
 * How often and how long a group is attempted while others are faster, and the pauses in between, which put those who compete
 * out of step. The limit in time protects slow updates, and JVMs that are far away. Used by one thread.
 */
final class MissLimit {
    private static final int MOST_TRIES = 6;
    private static final long LONGEST_NANOS = 1_000_000;
    private static final long SLOW_NANOS = 500_000;
    private static final int MOST_PERIODS = 64;

    private long begunNanos;
    private int tries;
    private int misses;

    /** The time counts from here on, if it does not yet. */
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

    /** Counts anew: nobody was faster. */
    void forget() {
        begunNanos = 0;
        tries = 0;
        misses = 0;
    }

    /**
     * Counts a try that settled not all of the group.
     *
     * @param computingNanos how long the group took to compute
     * @return whether it was the last one
     */
    boolean isReached(long computingNanos, long now) {
        tries++;
        boolean slow = misses > 0 && computingNanos > SLOW_NANOS;
        // The remembered entry may be old: only a second miss in a row tells of others who compete.
        return tries >= MOST_TRIES || slow || (leftNanos(now) <= 0 && misses != 1);
    }

    /**
     * The pause before the next try: at random, after every second miss, growing, never past the limit.
     *
     * @param periodNanos how long the last try took, from its computing to its answer
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
