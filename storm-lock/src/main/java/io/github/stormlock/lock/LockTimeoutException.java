package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Printable;
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
        super(
                "lock " + Printable.name(lock) + " was not granted within " + wait.toMillis() + " ms; it is held by "
                        + holder
                        + ". Allow a longer wait (storm.lock.wait in a topology), or shorten what is done under the lock",
                null);
    }
}
