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
}
