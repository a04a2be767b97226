package io.github.stormlock.torture.history;

/** The events that clients count without recording each of them. */
public enum Counted {
    /** A group of updates was written. */
    WRITTEN,
    /** An entry had changed since it was last seen, and a group was computed again. */
    MISSED,
    /** A lock was released. */
    RELEASED,
    /** A commit was refused, because its lease had ended. */
    REFUSED
}
