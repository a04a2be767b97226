package io.github.stormlock.lock.internal.kind;

import io.github.stormlock.lock.Lease;

/** A lease that a factory of this library has granted. */
interface OwnLease extends Lease {

    /**
     * Gives the lock back as {@link #close} does.
     *
     * @return false if the lease is known to have ended before this call
     */
    boolean giveBack();

    /**
     * Requires that the lease stands.
     *
     * @throws io.github.stormlock.lock.LeaseLostException if the lease has ended
     * @throws IllegalStateException if the factory is closed
     */
    void requireStanding();
}
