package io.github.stormlock.lock;

import org.jspecify.annotations.Nullable;

/**
 * Something about a lock or a guarded update did not come about. Never has an {@link InterruptedException} in its cause
 * chain, which would end a Storm executor without a word.
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
