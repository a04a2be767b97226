package io.github.stormlock.lock;

/**
 * The events of locks and updates that are counted. Storm's metrics, what workers tell, listeners and Micrometer all show
 * them, under these names. Listeners are not told of the first four: an update that meets nobody tells its times alone.
 */
public enum LockCount {
    /** Locks that were granted, and updates that were written or seen to be replays. */
    GRANTED("granted", "acquired", "Locks that were granted, and updates that were written or are replays"),
    /** Updates that were written. */
    UPDATES("updates", "updates", "Updates that were written"),
    /** Groups of updates that were written together, in one script each. */
    GROUPS("groups", "groups", "Groups of updates that were written together"),
    /** Attempts to write without the lock that were answered. */
    ATTEMPTS("attempts", "attempts", "Attempts to write without the lock"),
    /** Attempts that met another value than the one they were computed on: the update runs again on what stands. */
    MISSED("missed", "missed", "Attempts that met another value than the one they were made of"),
    /** Attempts that met a lock. */
    BUSY("busy", "busy", "Attempts that met a lock"),
    /** Locks that were busy and updates that came behind others, which were then waited for. */
    CONTENDED("contended", "contended", "Locks that were busy, and updates that came behind others"),
    /** Waits that ended without the lock, or without the turn of an update. */
    TIMED_OUT("timedOut", "timed-out", "Waits that ended without the lock"),
    /** Leases that ended before they were given back. */
    LOST("lost", "lost", "Leases that ended before they were given back"),
    /** Commits that were refused because their lease had ended. */
    REFUSED("refused", "commits-refused", "Updates that came after the end of their lease"),
    /** Updates of which nobody knows whether they were written. */
    UNKNOWN("unknown", "outcomes-unknown", "Updates that may or may not be written"),
    /** Updates whose event had been applied before. */
    REPLAYS("replays", "replays", "Events that were applied before"),
    /** Wake-ups that could not be sent, or reached nobody. The waiter finds out by itself within 100 ms. */
    WAKE_UPS_FAILED("wakeUpsFailed", "wake-ups-failed", "Wake-ups that could not be sent, or reached nobody");

    private final String key;
    private final String metric;
    private final String description;

    LockCount(String key, String metric, String description) {
        this.key = key;
        this.metric = metric;
        this.description = description;
    }

    /** {@return true if listeners are told of it} */
    public boolean isTold() {
        return compareTo(ATTEMPTS) > 0;
    }

    /** {@return the name in what workers tell} */
    public String key() {
        return key;
    }

    /** {@return the name of the metric, without what all of them begin with} */
    public String metric() {
        return metric;
    }

    /** {@return what is counted, for those who look at the metric} */
    public String description() {
        return description;
    }
}
