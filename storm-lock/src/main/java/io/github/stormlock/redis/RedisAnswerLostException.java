package io.github.stormlock.redis;

import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** Says that a script was sent, wholly or in part, and no answer came: it may have run, or may still run. */
public final class RedisAnswerLostException extends RedisException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the message, which names the server
     * @param cause the exception of the client; may be {@code null}
     */
    public RedisAnswerLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** {@return true if no answer came in time; false if the connection was lost} */
    public boolean isTimeout() {
        return getCause() != null && getCause().getCause() instanceof SocketTimeoutException;
    }
}
