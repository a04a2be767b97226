package io.github.stormlock.lock;

/**
 * Told what happens to locks and guarded updates; every method does nothing unless overridden. Called on the thread
 * that acts, the watchdog's included: must not block. An exception is logged and goes no further. Implementations are
 * thread-safe.
 */
public interface LockEvents {

    /** Interested in nothing. */
    LockEvents NONE = new LockEvents() {};

    /** A lock was granted, or an update was written without it or seen to be a replay, after so many nanoseconds. */
    default void acquired(long waitNanos) {}

    /** A lock was busy, or another update of this JVM came first; it is waited for. */
    default void contended() {}

    /** A lock was not granted, or it was not an update's turn, in time. */
    default void timedOut() {}

    /** A lease ended before it was given back. */
    default void lost() {}

    /**
     * A lease was given back, or lost, after it was held for a time in nanoseconds. Updates without the lock have none.
     */
    default void released(long heldNanos) {}

    /**
     * A group of updates was written; sending it and hearing of it took a time in nanoseconds. Its leader's listener is
     * told.
     */
    default void committed(long commitNanos) {}

    /** An entry had changed since it was last seen here: the update runs again on what stands. */
    default void missed() {}

    /** An update was refused, because its lease had ended. */
    default void commitRefused() {}

    /** Whether an update was written cannot be told. */
    default void outcomeUnknown() {}

    /** An event was recognised as applied before. */
    default void replaySeen() {}

    /**
     * How many events of its purpose and source the entry that was just written remembers. Not told of each update: of
     * those that are written without the lock, one in 16 on average counts.
     */
    default void remembered(long events) {}

    /** A wake-up could not be sent, or reached nobody: the waiter finds out by itself within 100 ms. */
    default void wakeUpFailed() {}
}
