package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;

/** A failure on the way to Redis. It never has an {@link InterruptedException} in its cause chain. */
public abstract sealed class RedisException extends RuntimeException
        permits RedisUnavailableException,
                RedisAnswerLostException,
                RedisRefusedException,
                RedisNotReplicatedException {
    private static final long serialVersionUID = 1L;

    RedisException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
