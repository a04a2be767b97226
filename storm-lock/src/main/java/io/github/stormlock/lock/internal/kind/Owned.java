package io.github.stormlock.lock.internal.kind;

import com.google.errorprone.annotations.CheckReturnValue;

/** A lock that threads own: how often, and through which lease. */
interface Owned {

    /** Returns the lock itself. */
    Acquirable lock();

    /**
     * Takes the lock for the calling thread, or counts one more.
     *
     * @return false if it was not granted in time
     */
    @CheckReturnValue
    boolean take(long deadlineNanos, boolean interruptible);

    /**
     * Counts one less, and gives the lock back with the last one.
     *
     * @throws IllegalMonitorStateException if the thread does not own the lock
     * @throws io.github.stormlock.lock.LeaseLostException if the lease was lost before
     */
    void leave();
}
