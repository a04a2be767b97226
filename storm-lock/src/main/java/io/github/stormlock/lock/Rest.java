package io.github.stormlock.lock;

/**
 * Leaves a lock alone now and then: after 50 ms of uninterrupted use by one JVM it stays free for a millisecond, so that
 * clients who poll get in too. Used by one thread at a time.
 */
final class Rest {
    static final long LONGEST_USE_NANOS = 50_000_000L;
    private static final long REST_NANOS = 1_000_000L;

    private boolean used;
    private long usedSince;
    private long freeSince;
    private long until;
    private boolean resting;

    /** A lease begins. */
    void taken(long now) {
        if (!used || now - freeSince >= REST_NANOS) {
            usedSince = now;
        }
        used = true;
    }

    /** @param wanted whether the lock was left free for somebody who may come */
    void released(long now, boolean wanted) {
        freeSince = now;
        if (wanted || now - usedSince >= LONGEST_USE_NANOS) {
            resting = true;
            until = now + REST_NANOS;
        }
    }

    /** How long to leave the lock alone now; asked once for each rest. */
    long left(long now) {
        boolean due = resting;
        resting = false;
        return due ? until - now : 0;
    }
}
