package io.github.stormlock.lock.explored.several;

import java.util.List;

/**
 * A state of {@link LocksModel}.
 *
 * @param locks by their order, which all waiters keep to
 * @param ends how many gifts and kept locks may still end before they are taken
 */
record LocksState(List<Lock> locks, List<Waiter> waiters, int ends) {
    static final int NOBODY = -1;

    /** The sense in which a lock stands under the token of a waiter. */
    enum Hold {
        /** As one of all that the waiter wanted, until it gives them back. */
        GRANTED,
        /** As a gift, until the waiter takes it or the gift ends. */
        GIVEN,
        /** For a moment, while the waiter waits for a lock behind it. */
        KEPT
    }

    /** @param notes the waiters that have left a note, by their places */
    record Lock(int holder, Hold hold, List<Integer> notes) {
        static Lock free(List<Integer> notes) {
            return new Lock(NOBODY, Hold.GRANTED, notes);
        }
    }

    enum Phase {
        TRIES,
        PARKED,
        HOLDS,
        GONE
    }

    /**
     * A waiter.
     *
     * @param at the lock at which it waits; {@link #NOBODY} for none
     * @param lost how many of its turns it has lost
     * @param left how often it still takes its locks
     */
    record Waiter(Phase phase, int at, int lost, int left) {}
}
