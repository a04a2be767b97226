package io.github.stormlock.lock.explored.state;

/** A duty that is done at some time if it stays open. Each kind counts apart for each queue, caller or other place. */
public enum Duty {
    SERVE,
    /** Withdrawals count apart: nobody awaits them, and the queue goes on meanwhile. */
    SERVE_WITHDRAWAL,
    ANSWER,
    WORD,
    BEGIN,
    POLL,
    SUBMIT,
    LEASE,
    STRANGER;

    private static final int PLACES = 6;

    public int of(int place) {
        if (place >= PLACES) {
            throw new IllegalArgumentException("no place for " + place);
        }
        return ordinal() * PLACES + place;
    }
}
