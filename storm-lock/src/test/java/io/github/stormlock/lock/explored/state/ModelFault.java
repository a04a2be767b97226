package io.github.stormlock.lock.explored.state;

/** The troubles that can come, each as often as a scenario allows. */
public enum ModelFault {
    ANSWER_LOST,
    LEASE_ENDS,
    /** A gift ends before its waiter takes it over. */
    GIFT_ENDS,
    FAIL_OVER,
    GIVE_UP,
    /** An attempt that met a lock is sent again, before the lock is asked for. */
    AGAIN,
    /** A PUBLISH reaches nobody, and the script sees that. */
    UNHEARD,
    /** A message to a waiter is lost, and nobody sees that. */
    WORD_LOST,
    MARKS_REFUSED,
    KILL
}
