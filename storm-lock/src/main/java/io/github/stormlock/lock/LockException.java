package io.github.stormlock.lock;

import org.jspecify.annotations.Nullable;

/**
 * The base of all exceptions of locks and guarded updates. It never has an {@link InterruptedException} in its cause
 * chain, which would end a Storm executor without a message.
 */
public abstract sealed class LockException extends RuntimeException
        permits LockTimeoutException,
                LeaseLostException,
                OutcomeUnknownException,
                LockUnavailableException,
                LockInterruptedException,
                EntryRefusedException {
    private static final long serialVersionUID = 1L;

    LockException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * {@return true if the same call may succeed later} It is false where somebody has to act first: the entry is of
     * another type or too large, a permission is missing, or the thread was interrupted.
     */
    public boolean isTemporary() {
        return true;
    }
}
