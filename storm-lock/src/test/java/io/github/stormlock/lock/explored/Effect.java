package io.github.stormlock.lock.explored;

/** The verdict of an update on a certain value. */
enum Effect {
    WRITES,
    NONE,
    THROWS,
    /** Another update of the group has applied the same event. */
    REPEATS
}
