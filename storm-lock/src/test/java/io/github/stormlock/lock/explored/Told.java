package io.github.stormlock.lock.explored;

/** The knowledge of a caller about its update. */
enum Told {
    NOT_SUBMITTED,
    OPEN,
    WRITTEN,
    /** It changed nothing. */
    UNCHANGED,
    /** It threw. */
    REJECTED,
    /** It gave up or failed, and was not written. */
    NOT_WRITTEN,
    UNKNOWN,
    /** Its process is dead. */
    DEAD;

    boolean isSettled() {
        return ordinal() > OPEN.ordinal();
    }
}
