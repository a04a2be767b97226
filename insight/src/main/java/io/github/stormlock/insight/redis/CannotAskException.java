package io.github.stormlock.insight.redis;

import org.jspecify.annotations.Nullable;

/** Redis does not answer: it is not there, refuses the login, or took too long. The message shows no password. */
public final class CannotAskException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the failure.
     *
     * @param message what cannot be asked, and why
     * @param cause what was thrown; {@code null} for nothing
     */
    public CannotAskException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
