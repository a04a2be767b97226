package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Printable;

/** The thread was interrupted while it waited; its interrupt flag is set. It holds nothing and nothing was written. */
public final class LockInterruptedException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param lock the name of the lock; empty if the server was waited for
     */
    public LockInterruptedException(String lock) {
        super("interrupted while waiting for " + (lock.isEmpty() ? "Redis" : "lock " + Printable.name(lock)), null);
    }
}
