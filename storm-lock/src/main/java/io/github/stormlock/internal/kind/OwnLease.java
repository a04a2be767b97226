package io.github.stormlock.internal.kind;

import io.github.stormlock.lock.Lease;

/** A lease that this library has granted. */
public interface OwnLease extends Lease {

    /**
     * Gives the lock back as {@link #close} does.
     *
     * @return false if the lease is known to have ended before this call
     * @throws io.github.stormlock.lock.LockUnavailableException if the lock is one of several servers, and a majority of
     *     them did not confirm that it is given back
     */
    boolean giveBack();

    /**
     * Requires that the lease stands.
     *
     * @throws io.github.stormlock.lock.LeaseLostException if the lease has ended
     * @throws IllegalStateException if what granted it is closed
     */
    void requireStanding();
}
