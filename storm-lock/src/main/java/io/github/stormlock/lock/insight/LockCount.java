package io.github.stormlock.lock.insight;

/** The events of locks and updates that are counted: see {@link io.github.stormlock.lock.LockEvents}. */
public enum LockCount {
    /** Locks that were granted, and updates that were written or seen to be replays. */
    GRANTED("granted", "acquired"),
    /** Updates that were written. */
    UPDATES("updates", "updates"),
    /** Groups of updates that were written together, in one script each. */
    GROUPS("groups", "groups"),
    /** Attempts to write without the lock that were answered. */
    ATTEMPTS("attempts", "attempts"),
    /** Attempts that met another value than the one they were computed on. */
    MISSED("missed", "missed"),
    /** Attempts that met a lock. */
    BUSY("busy", "busy"),
    /** Locks that were busy and updates that came behind others, which were then waited for. */
    CONTENDED("contended", "contended"),
    /** Waits that ended without the lock. */
    TIMED_OUT("timedOut", "timed-out"),
    /** Leases that ended before they were given back. */
    LOST("lost", "lost"),
    /** Commits that were refused because their lease had ended. */
    REFUSED("refused", "commits-refused"),
    /** Updates of which nobody knows whether they were written. */
    UNKNOWN("unknown", "outcomes-unknown"),
    /** Updates whose event had been applied before. */
    REPLAYS("replays", "replays"),
    /** Wake-ups that could not be sent, or reached nobody. */
    WAKE_UPS_FAILED("wakeUpsFailed", "wake-ups-failed");

    private final String key;
    private final String metric;

    LockCount(String key, String metric) {
        this.key = key;
        this.metric = metric;
    }

    /** {@return the name in what workers tell} */
    public String key() {
        return key;
    }

    /** {@return the name of the metric of Storm, without what all of them begin with} */
    public String metric() {
        return metric;
    }
}
