package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Shown;
import java.time.Duration;

/** The lock was not granted in time, or it was not an update's turn in time. Nothing was written. */
public final class LockTimeoutException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockTimeoutException(String lock, Duration wait, String holder) {
        super(
                "lock " + Shown.name(lock) + " was not granted within " + wait.toMillis() + " ms; it is held by "
                        + holder
                        + ". Allow a longer wait (storm.lock.wait in a topology), or shorten what is done under the lock",
                null);
    }
}
