package io.github.stormlock.lock;

/**
 * A listener that is told what happens to locks and guarded updates. Every method does nothing unless overridden.
 * Methods are called on the thread that acts, the watchdog's included, so they must not block. What they throw, an error
 * too, is logged once and goes no further. Implementations are thread-safe.
 */
public interface LockEvents {

    /** The listener that ignores everything. */
    LockEvents NONE = new LockEvents() {};

    /**
     * Tells that something happened.
     *
     * @param what the event; one of those that {@linkplain LockCount#isTold() are told}
     */
    default void counted(LockCount what) {}

    /**
     * Tells a time.
     *
     * @param what which time it is
     * @param nanos the time in nanoseconds
     */
    default void took(LockTime what, long nanos) {}

    /**
     * Tells that a wait of an update or for a lock took longer than {@code storm.lock.insight.slow}. It is told once the
     * wait is over, whether the lock was granted or not; not of an update that will be tried again.
     *
     * @param entry the key of the entry, or the name of the lock; of several, one of them
     * @param waitNanos the time since it was asked for, in nanoseconds
     * @param holder who held it, as messages show it; empty if that is not known
     */
    default void slow(String entry, long waitNanos, String holder) {}

    /**
     * Tells how many events the entry remembers that was just written. Not every update is counted: of those that are
     * written without the lock, one in 16 on average is.
     *
     * @param events the number of remembered events of the event's purpose and source
     */
    default void remembered(long events) {}
}
