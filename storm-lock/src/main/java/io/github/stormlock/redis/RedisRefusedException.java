package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;

/** Says that the server answered with an error. */
public final class RedisRefusedException extends RedisException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * Creates the exception.
     *
     * @param code the first word of the server's error, such as {@code OOM}, {@code READONLY}, {@code LOADING},
     *     {@code NOPERM}, {@code TRYAGAIN} or {@code ERR}; of the inner error, where the server wraps a script's
     * @param message the text of the server's error, with the server that answered
     * @param cause the client's exception; may be {@code null}
     */
    public RedisRefusedException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** {@return the first word of the server's error, such as {@code OOM}} */
    public String code() {
        return code;
    }
}
