package io.github.stormlock.lock.insight;

import io.github.stormlock.lock.LockEvents;
import java.util.function.Consumer;

/** The events of locks and updates that are counted: see {@link LockEvents}. */
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
    MISSED("missed", "missed", LockEvents::missed),
    /** Attempts that met a lock. */
    BUSY("busy", "busy"),
    /** Locks that were busy and updates that came behind others, which were then waited for. */
    CONTENDED("contended", "contended", LockEvents::contended),
    /** Waits that ended without the lock. */
    TIMED_OUT("timedOut", "timed-out", LockEvents::timedOut),
    /** Leases that ended before they were given back. */
    LOST("lost", "lost", LockEvents::lost),
    /** Commits that were refused because their lease had ended. */
    REFUSED("refused", "commits-refused", LockEvents::commitRefused),
    /** Updates of which nobody knows whether they were written. */
    UNKNOWN("unknown", "outcomes-unknown", LockEvents::outcomeUnknown),
    /** Updates whose event had been applied before. */
    REPLAYS("replays", "replays", LockEvents::replaySeen),
    /** Wake-ups that could not be sent, or reached nobody. */
    WAKE_UPS_FAILED("wakeUpsFailed", "wake-ups-failed", LockEvents::wakeUpFailed);

    private final String key;
    private final String metric;

    @SuppressWarnings("ImmutableEnumChecker") // a method of the interface
    private final Consumer<LockEvents> told;

    LockCount(String key, String metric) {
        this(key, metric, events -> {});
    }

    LockCount(String key, String metric, Consumer<LockEvents> told) {
        this.key = key;
        this.metric = metric;
        this.told = told;
    }

    /**
     * Tells a listener that it happened, if listeners are told of it.
     *
     * @param listener the listener
     */
    public void tell(LockEvents listener) {
        told.accept(listener);
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
