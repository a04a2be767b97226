package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;

/** The server answered with an error. */
public final class RedisRefusedException extends RedisException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * @param code the first word of the server's error, such as {@code OOM}, {@code READONLY}, {@code LOADING},
     *     {@code NOPERM}, {@code TRYAGAIN} or {@code ERR}; of the inner one, where the server wraps a script's
     */
    public RedisRefusedException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public String code() {
        return code;
    }
}
