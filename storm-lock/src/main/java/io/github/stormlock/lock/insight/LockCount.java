package io.github.stormlock.lock.insight;

/** The events of locks and updates that are counted: see {@link io.github.stormlock.lock.LockEvents}. */
public enum LockCount {
    /** Locks that were granted, and updates that were written or seen to be replays. */
    GRANTED("granted"),
    /** Updates that were written. */
    UPDATES("updates"),
    /** Groups of updates that were written together, in one script each. */
    GROUPS("groups"),
    /** Attempts to write without the lock that were answered. */
    ATTEMPTS("attempts"),
    /** Attempts that met another value than the one they were computed on. */
    MISSED("missed"),
    /** Attempts that met a lock. */
    BUSY("busy"),
    /** Locks that were busy and updates that came behind others, which were then waited for. */
    CONTENDED("contended"),
    /** Waits that ended without the lock. */
    TIMED_OUT("timedOut"),
    /** Leases that ended before they were given back. */
    LOST("lost"),
    /** Commits that were refused because their lease had ended. */
    REFUSED("refused"),
    /** Updates of which nobody knows whether they were written. */
    UNKNOWN("unknown"),
    /** Updates whose event had been applied before. */
    REPLAYS("replays"),
    /** Wake-ups that could not be sent, or reached nobody. */
    WAKE_UPS_FAILED("wakeUpsFailed");

    private final String key;

    LockCount(String key) {
        this.key = key;
    }

    /** {@return the name in what workers tell} */
    public String key() {
        return key;
    }
}
