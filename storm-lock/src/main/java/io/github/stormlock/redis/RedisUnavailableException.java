package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;

/**
 * Says that no connection could be had: the script was not sent and did not run. If the wait for one was interrupted,
 * the thread's interrupt flag is set again.
 */
public final class RedisUnavailableException extends RedisException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the message, which names the server
     * @param cause the exception of the client; may be {@code null}
     */
    public RedisUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
