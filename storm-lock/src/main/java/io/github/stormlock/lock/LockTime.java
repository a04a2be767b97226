package io.github.stormlock.lock;

import java.util.Locale;

/** The times of locks and updates that are taken. Metrics, what workers tell, and listeners all show them. */
public enum LockTime {
    /**
     * The wait for others, from asking to the grant of a lock, or until an update is written or seen to be a replay; 0 of
     * one that met nobody, however long its round trip took.
     */
    WAIT("The wait for others, from asking to the grant; 0 of one that met nobody"),
    /** For which a lease was held. An update without the lock has none. */
    HOLD("From the grant of a lease to its end"),
    /** From sending a group of updates to the answer. The listener of the first of them is told. */
    COMMIT("From sending a group of updates to the answer of Redis");

    private final String key = name().toLowerCase(Locale.ROOT);
    private final String description;

    LockTime(String description) {
        this.description = description;
    }

    /** {@return the name in metrics, and in what workers tell} */
    public String key() {
        return key;
    }

    /** {@return what is timed, for those who look at the metric} */
    public String description() {
        return description;
    }
}
