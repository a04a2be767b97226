package io.github.stormlock.internal.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.LeaseLostException;
import org.jspecify.annotations.Nullable;

/** A lock that threads own: how often, and through which lease. */
@FunctionalInterface
interface Owned {

    /** Returns the lock itself. */
    Acquirable lock();

    /**
     * Takes the lock for the calling thread, or counts one more.
     *
     * @return false if it was not granted in time
     */
    @CheckReturnValue
    default boolean take(long deadlineNanos, boolean interruptible) {
        Acquirable lock = lock();
        Holds.Hold hold = lock.holds().of(lock);
        if (hold != null) {
            hold.again();
            return true;
        }
        OwnLease lease =
                lock.take(deadlineNanos, true, interruptible).lease();
        if (lease == null) {
            return false;
        }
        lock.holds().begin(lock, lease);
        return true;
    }

    /**
     * Counts one less, and gives the lock back with the last one.
     *
     * @throws IllegalMonitorStateException if the thread does not own the lock
     * @throws LeaseLostException if the lease was lost before
     */
    default void leave() {
        giveBack(lock().holds().end(lock()));
    }

    /** Gives a lease of the lock back, unless there is none to give back. */
    default void giveBack(@Nullable OwnLease lease) {
        if (lease != null && !lease.giveBack()) {
            throw new LeaseLostException(lock().name(), "it ended before it was unlocked");
        }
    }
}
