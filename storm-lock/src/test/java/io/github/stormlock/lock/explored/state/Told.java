package io.github.stormlock.lock.explored.state;

/** The knowledge of a caller about its update. */
public enum Told {
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

    public boolean isSettled() {
        return ordinal() > OPEN.ordinal();
    }
}
