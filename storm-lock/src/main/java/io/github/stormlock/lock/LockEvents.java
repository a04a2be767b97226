package io.github.stormlock.lock;

/**
 * Told what happens to locks and guarded updates; every method does nothing unless overridden. Called on the thread
 * that acts, the watchdog's included: must not block. An exception is logged and goes no further. Implementations are
 * thread-safe.
 */
public interface LockEvents {

    /** Interested in nothing. */
    LockEvents NONE = new LockEvents() {};

    /** A lock was granted after a wait, in nanoseconds. */
    default void acquired(long waitNanos) {}

    /** A lock was busy at the first try, and is waited for. */
    default void contended() {}

    /** A lock was not granted in time. */
    default void timedOut() {}

    /** A lease ended before it was given back. */
    default void lost() {}

    /** A lease was given back, or lost, after it was held for a time in nanoseconds. */
    default void released(long heldNanos) {}

    /** An update was written; sending it and hearing of it took a time in nanoseconds. */
    default void committed(long commitNanos) {}

    /** An entry had changed since it was last seen here: the update runs again on what stands. */
    default void missed() {}

    /** An update was refused, because its lease had ended. */
    default void commitRefused() {}

    /** Whether an update was written cannot be told. */
    default void outcomeUnknown() {}

    /** An event was recognised as applied before. */
    default void replaySeen() {}

    /** How many events of its purpose and source the entry that was just written remembers. */
    default void remembered(long events) {}

    /** A wake-up could not be sent, or reached nobody: the waiter finds out by itself within 100 ms. */
    default void wakeUpFailed() {}
}
