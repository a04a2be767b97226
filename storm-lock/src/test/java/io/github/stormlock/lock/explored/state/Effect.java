package io.github.stormlock.lock.explored.state;

/** The verdict of an update on a certain value. */
public enum Effect {
    WRITES,
    NONE,
    THROWS,
    /** Another update of the group has applied the same event. */
    REPEATS
}
