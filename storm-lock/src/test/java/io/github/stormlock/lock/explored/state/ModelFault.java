package io.github.stormlock.lock.explored.state;

/** The troubles that can come, each as often as a scenario allows. */
public enum ModelFault {
    ANSWER_LOST,
    LEASE_ENDS,
    FAIL_OVER,
    GIVE_UP,
    /** A PUBLISH reaches nobody, and the script sees that. */
    UNHEARD,
    /** A message to a waiter is lost, and nobody sees that. */
    WORD_LOST,
    MARKS_REFUSED,
    KILL
}
