package io.github.stormlock.lock.explored;

/** A duty: it is done at some time if it stays open; each kind for each desk, caller or other place apart. */
enum Duty {
    SERVE,
    /** Withdrawals apart: they are not awaited, and the desk goes on meanwhile. */
    SERVE_WITHDRAWAL,
    ANSWER,
    WORD,
    BEGIN,
    POLL,
    SUBMIT,
    LEASE,
    STRANGER;

    private static final int PLACES = 6;

    int of(int place) {
        if (place >= PLACES) {
            throw new IllegalArgumentException("no place for " + place);
        }
        return ordinal() * PLACES + place;
    }
}
