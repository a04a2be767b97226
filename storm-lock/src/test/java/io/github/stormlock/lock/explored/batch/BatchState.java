package io.github.stormlock.lock.explored.batch;

import java.util.List;

/**
 * The entries of one worker and the callers that wait in it.
 *
 * @param settled the settled updates, as bits
 * @param written the written updates, as bits
 * @param troubles the numbers of misses, busy answers, replays and give-ups that are left
 */
record BatchState(
        List<Entry> entries, List<Caller> callers, int submitted, int settled, int written, List<Integer> troubles) {
    static final int NOBODY = -1;
    /** The entry's lock is held elsewhere. */
    static final int WAITS = -2;
    /** The entry waits, and has no note any more. Only a broken rule leaves an entry so. */
    static final int FORGOTTEN = -3;

    /** @param holder the caller in whose round it is, or {@link #NOBODY}, or {@link #WAITS} */
    record Entry(int holder, List<Integer> queue, List<Integer> group) {
        boolean isFree() {
            return holder == NOBODY;
        }
    }

    /**
     * @param wokenFor an entry, or {@link #NOBODY} if it was not woken, or {@link #WAITS} if it was woken because all
     * is settled
     */
    record Caller(Phase phase, int wokenFor, int batch) {
        enum Phase {
            SUBMITS,
            LOOKS,
            /** It has found nothing, and is awake. */
            HAS_LOOKED,
            SENT,
            SAYS_ASLEEP,
            ASLEEP,
            GONE;

            boolean sleeps() {
                return this == SAYS_ASLEEP || this == ASLEEP;
            }
        }
    }
}
