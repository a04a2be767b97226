package io.github.stormlock.lock;

/**
 * A listener that is told what happens to locks and guarded updates. Every method does nothing unless overridden.
 * Methods are called on the thread that acts, the watchdog's included, so they must not block. An exception is logged
 * and goes no further. Implementations are thread-safe.
 */
public interface LockEvents {

    /** The listener that ignores everything. */
    LockEvents NONE = new LockEvents() {};

    /**
     * Tells that a lock was granted, or that an update was written without the lock or seen to be a replay.
     *
     * @param waitNanos for how long it waited for others, in nanoseconds; 0 if it met nobody, however long its round trip took
     */
    default void acquired(long waitNanos) {}

    /** Tells that a lock was busy, or that another update of this JVM came first. It is waited for. */
    default void contended() {}

    /** Tells that a lock was not granted in time, or that an update did not get its turn in time. */
    default void timedOut() {}

    /**
     * Tells that a wait of an update or for a lock took longer than {@code storm.lock.insight.slow}. It is told once the
     * wait is over, whether the lock was granted or not; not of an update that will be tried again.
     *
     * @param entry the key of the entry, or the name of the lock; of several, one of them
     * @param waitNanos the time since it was asked for, in nanoseconds
     * @param holder who held it, as messages show it; empty if that is not known
     */
    default void slow(String entry, long waitNanos, String holder) {}

    /** Tells that a lease ended before it was given back. */
    default void lost() {}

    /**
     * Tells that a lease was given back or lost. An update without the lock has no lease.
     *
     * @param heldNanos how long it was held, in nanoseconds
     */
    default void released(long heldNanos) {}

    /**
     * Tells that a group of updates was written. The listener of the group's leader is told.
     *
     * @param commitNanos the time from sending it to its answer, in nanoseconds
     */
    default void committed(long commitNanos) {}

    /**
     * Tells that something else stood than an update was computed on: the entry had changed, or was not remembered. The
     * update runs again on what stands.
     */
    default void missed() {}

    /** Tells that an update was refused because its lease had ended. */
    default void commitRefused() {}

    /** Tells that it is unknown whether an update was written. */
    default void outcomeUnknown() {}

    /** Tells that an event was recognised as applied before. */
    default void replaySeen() {}

    /**
     * Tells how many events the entry remembers that was just written. Not every update is counted: of those that are
     * written without the lock, one in 16 on average is.
     *
     * @param events the number of remembered events of the event's purpose and source
     */
    default void remembered(long events) {}

    /** Tells that a wake-up could not be sent, or reached nobody. The waiter finds out by itself within 100 ms. */
    default void wakeUpFailed() {}
}
