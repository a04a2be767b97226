package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;

/** The lease ended before its holder was done: nothing was written under it after its end. */
public final class LeaseLostException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param lock the name of the lock, or the entry that it guards
     * @param what how the lease was lost, as the end of the message
     */
    public LeaseLostException(String lock, String what) {
        super(
                "the lease of " + Printable.name(lock) + " was lost: " + what
                        + "; try again, and where that happens often, let the lease be longer than a holder's longest pause",
                null);
    }
}
