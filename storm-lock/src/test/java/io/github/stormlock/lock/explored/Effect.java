package io.github.stormlock.lock.explored;

/** What an update came to on a certain value. */
enum Effect {
    WRITES,
    NONE,
    THROWS,
    /** Another update of the group has applied the same event. */
    REPEATS
}
