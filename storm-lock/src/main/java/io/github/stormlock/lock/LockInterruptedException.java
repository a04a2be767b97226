package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;

/** The thread was interrupted while it waited; its interrupt flag is set. It holds nothing and nothing was written. */
public final class LockInterruptedException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param lock the name of the lock; empty if the server was waited for
     */
    public LockInterruptedException(String lock) {
        this(lock.isEmpty() ? "Redis" : "lock ", lock);
    }

    private LockInterruptedException(String kind, String name) {
        super("interrupted while waiting for " + kind + (name.isEmpty() ? "" : Printable.name(name)), null);
    }

    /**
     * {@return the exception of a thread that waited for an entry}
     *
     * @param entry the key of the entry
     */
    public static LockInterruptedException ofEntry(String entry) {
        return new LockInterruptedException("entry ", entry);
    }

    @Override
    public boolean isTemporary() {
        return false;
    }
}
