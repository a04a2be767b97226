package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;

/**
 * Says that the server ran the script, and fewer replicas than wanted confirmed in time that they have what it wrote.
 */
public final class RedisNotReplicatedException extends RedisException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object answer;

    /**
     * Creates the exception.
     *
     * @param message the message, which names the server
     * @param answer the script's answer, in the form of {@link RedisPort#run}
     * @param cause the exception of the client; may be {@code null}
     */
    public RedisNotReplicatedException(String message, @Nullable Object answer, @Nullable Throwable cause) {
        super(message, cause);
        this.answer = answer;
    }

    /** {@return the script's answer, in the form of {@link RedisPort#run}; {@code null} after Java serialization} */
    public @Nullable Object answer() {
        return answer;
    }
}
