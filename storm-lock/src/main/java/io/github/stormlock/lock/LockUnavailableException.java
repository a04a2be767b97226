package io.github.stormlock.lock;

import io.github.stormlock.lock.internal.protocol.Shown;
import org.jspecify.annotations.Nullable;

/**
 * Redis could not be asked, or refused: out of reach, loading, out of memory, read-only, no permission, and such. An answer
 * that had not come when the wait was over is none of these: then the lock was not granted in time.
 */
public final class LockUnavailableException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockUnavailableException(String lock, String what, @Nullable Throwable cause) {
        super("lock " + Shown.name(lock) + " is unavailable: " + what, cause);
    }
}
