package io.github.stormlock.lock.explored;

/** The troubles that can come, each so often as a scenario allows. */
enum Trouble {
    ANSWER_LOST,
    LEASE_ENDS,
    FAIL_OVER,
    GIVE_UP,
    /** A PUBLISH that reaches nobody, which the script sees. */
    UNHEARD,
    /** A message to a waiter that is lost, which nobody sees. */
    WORD_LOST,
    MARKS_REFUSED,
    KILL
}
