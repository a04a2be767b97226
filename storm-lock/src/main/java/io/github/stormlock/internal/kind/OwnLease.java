package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.lifecycle.Users;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import java.time.Duration;
import java.util.concurrent.Executor;

/** A lease that this library has granted, as its user sees it. Thread-safe. */
public abstract class OwnLease implements Lease {
    /** How long the last fence of a lock is kept. */
    public static final long FENCE_KEPT_MILLIS = 3_600_000;

    private static final long NOT_ASKED = 0;

    private final Users users;
    private final HeldLease held;
    private final Executor notifier;
    private long fence = NOT_ASKED;

    /**
     * Begins with a lease that stands.
     *
     * @param users those of the connection; the end of the last of them ends every lease
     * @param notifier runs the actions for a loss
     */
    protected OwnLease(Users users, HeldLease held, Executor notifier) {
        this.users = users;
        this.held = held;
        this.notifier = notifier;
    }

    /** Returns a number higher than those of all earlier leases, and sees to it that those of later ones are higher. */
    protected abstract long askForFence();

    /** Gives the lock back; returns false if the lease is known to have ended before. */
    protected abstract boolean release();

    protected final HeldLease held() {
        return held;
    }

    protected final String name() {
        return held.wanted().name();
    }

    protected final void requireHeld(String otherwise) {
        if (!held.isHeld()) {
            throw new LeaseLostException(name(), otherwise);
        }
    }

    @Override
    public String token() {
        return held.token();
    }

    @Override
    public synchronized long fence() {
        if (fence == NOT_ASKED) {
            fence = askForFence();
        }
        return fence;
    }

    @Override
    public Duration remaining() {
        return held.isHeld() ? Duration.ofNanos(Math.max(0, held.remainingNanos())) : Duration.ZERO;
    }

    @Override
    public boolean isHeld() {
        return held.isHeld();
    }

    @Override
    public void onLost(Runnable action) {
        held.onLost(action, notifier);
    }

    @Override
    public void close() {
        giveBack();
    }

    /**
     * Gives the lock back as {@link #close} does.
     *
     * @return false if the lease is known to have ended before this call
     * @throws io.github.stormlock.lock.LockUnavailableException if the lock is one of several servers, and a majority of
     *     them did not confirm that it is given back
     */
    public boolean giveBack() {
        boolean stood = held.isHeld();
        // Until the release is answered, this counts as a user, so that its connection stands.
        if (!users.tryGoOn()) {
            return false;
        }
        try {
            return release() && stood;
        } finally {
            users.letGo();
        }
    }

    /**
     * Requires that the lease stands.
     *
     * @throws LeaseLostException if the lease has ended
     * @throws IllegalStateException if what granted it is closed
     */
    void requireStanding() {
        if (users.haveEnded()) {
            throw users.closed();
        }
        requireHeld("it had ended when its owner locked it again");
    }
}
