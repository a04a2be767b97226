package io.github.stormlock.lock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts those who use a connection. It ends when the last user is gone and the last operation under way is done. So
 * closing a factory never pulls the connection from under an update. Thread-safe.
 */
public final class Users {
    private static final int ENDED = 0;

    private final AtomicInteger count = new AtomicInteger(1);
    private final String what;
    private final Runnable end;

    /**
     * Begins with one user, the caller.
     *
     * @param what the name of the type that is used, for messages
     * @param end ends everything; it is run once, by the last user
     */
    public Users(String what, Runnable end) {
        this.what = what;
        this.end = end;
    }

    /** Counts one more user. Returns false if the last one is gone. */
    @CheckReturnValue
    public boolean tryRetain() {
        return count.getAndUpdate(users -> users == ENDED ? ENDED : users + 1) != ENDED;
    }

    /**
     * Counts one more user.
     *
     * @throws IllegalStateException if the last one is gone
     */
    public void retain() {
        if (!tryRetain()) {
            throw closed();
        }
    }

    /** Returns the error of a call after the end. */
    public IllegalStateException closed() {
        return new IllegalStateException("this " + what + " is closed");
    }

    /**
     * Refuses a lease whose call has been let go: if that call was the last user, the end has taken the lease away.
     *
     * @throws IllegalStateException if the last user is gone
     */
    public void refuseEnded() {
        if (haveEnded()) {
            throw closed();
        }
    }

    /** Counts one user less; the last one ends everything. */
    public void letGo() {
        if (count.decrementAndGet() != ENDED) {
            return;
        }
        // The last user may be an interrupted executor, and what is closed here may swallow its interrupt.
        boolean interrupted = Thread.interrupted();
        try {
            end.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public boolean haveEnded() {
        return count.get() == ENDED;
    }
}
