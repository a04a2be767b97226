package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;
import java.time.Duration;

/** The lock was not granted in time, or an update did not get its turn in time. Nothing was written. */
public final class LockTimeoutException extends LockException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param lock the name of the lock
     * @param wait the wait that was not long enough
     * @param holder the holder of the lock, for the message
     */
    public LockTimeoutException(String lock, Duration wait, String holder) {
        this("lock " + Printable.name(lock) + " was not granted", wait, holder, "under the lock");
    }

    private LockTimeoutException(String what, Duration wait, String holder, String where) {
        super(
                what + " within " + wait.toMillis() + " ms; it is held by " + holder
                        + ". Allow a longer wait, or shorten what is done " + where,
                null);
    }

    /**
     * {@return the exception of an update that had not its turn in time}
     *
     * @param entry the key of the entry
     * @param wait the wait that was not long enough
     * @param holder who has the entry, for the message
     */
    public static LockTimeoutException ofEntry(String entry, Duration wait, String holder) {
        return new LockTimeoutException("entry " + Printable.name(entry) + " was not free", wait, holder, "with it");
    }
}
