package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.connect.Checks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The pool of command connections, in the words of Commons Pool 2. Immutable and thread-safe.
 *
 * <p>Use a {@link Builder} to make one: the constructor grows with the settings.
 *
 * @param maxTotal the most connections, to each node of a cluster: 1 to 65,536
 * @param maxIdle the most idle connections that are kept: 0 to {@code maxTotal}
 * @param minIdle the idle connections that are kept ready: 0 to {@code maxIdle}
 * @param maxWait the longest wait of a thread for a connection: 1 to 2,147,483,647 ms
 * @param minEvictableIdle the time after which an idle connection is closed: 1 to 2,147,483,647 ms. It is tried by PING each
 *     half of that time
 */
public record PoolConfig(int maxTotal, int maxIdle, int minIdle, Duration maxWait, Duration minEvictableIdle) {

    /**
     * The defaults: sixteen connections, all of which may idle, and a wait of two seconds. A connection that was idle for
     * 60 s is closed.
     */
    public static final PoolConfig DEFAULT = new Builder().build();

    private static final int MOST_CONNECTIONS = 65_536;

    /**
     * Checks every range.
     *
     * @throws IllegalArgumentException if a value is out of its range, naming it, value, unit and
     *     range
     */
    public PoolConfig {
        Checks.range("pool.max.total", maxTotal, 1, MOST_CONNECTIONS, "connections");
        Checks.range("pool.max.idle", maxIdle, 0, maxTotal, "connections, at most " + Checks.name("pool.max.total"));
        Checks.range("pool.min.idle", minIdle, 0, maxIdle, "connections, at most " + Checks.name("pool.max.idle"));
        Checks.timeout("pool.max.wait", maxWait);
        Checks.timeout("pool.min.evictable.idle", minEvictableIdle);
    }

    /** {@return a builder that starts from {@link #DEFAULT}} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return a builder that starts from these settings} If as many connections may idle as there are, that stays so
     * with another total.
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.maxIdle = maxIdle == maxTotal ? null : maxIdle;
        return builder.maxTotal(maxTotal).minIdle(minIdle).maxWait(maxWait).minEvictableIdle(minEvictableIdle);
    }

    /** Gathers settings, and checks them in {@link #build}. What is not given stays as it was. Not thread-safe. */
    public static final class Builder {
        private int maxTotal = 16;
        private @Nullable Integer maxIdle;
        private int minIdle;
        private Duration maxWait = Duration.ofSeconds(2);
        private Duration minEvictableIdle = Duration.ofSeconds(60);

        private Builder() {}

        /**
         * Sets the most connections, to each node of a cluster.
         *
         * @param value 1 to 65,536
         * @return this builder
         */
        public Builder maxTotal(int value) {
            maxTotal = value;
            return this;
        }

        /**
         * Sets the most idle connections that are kept.
         *
         * @param value 0 to {@code maxTotal}, and {@code maxTotal} unless given
         * @return this builder
         */
        public Builder maxIdle(int value) {
            maxIdle = value;
            return this;
        }

        /**
         * Sets the idle connections that are kept ready.
         *
         * @param value 0 to {@code maxIdle}
         * @return this builder
         */
        public Builder minIdle(int value) {
            minIdle = value;
            return this;
        }

        /**
         * Sets the longest wait of a thread for a connection.
         *
         * @param value 1 to 2,147,483,647 ms
         * @return this builder
         */
        public Builder maxWait(Duration value) {
            maxWait = value;
            return this;
        }

        /**
         * Sets the time after which an idle connection is closed.
         *
         * @param value 1 to 2,147,483,647 ms
         * @return this builder
         */
        public Builder minEvictableIdle(Duration value) {
            minEvictableIdle = value;
            return this;
        }

        /**
         * {@return the settings}
         *
         * @throws IllegalArgumentException if a value is out of its range, naming its configuration key, value, unit
         *     and range
         */
        public PoolConfig build() {
            return new PoolConfig(maxTotal, maxIdle == null ? maxTotal : maxIdle, minIdle, maxWait, minEvictableIdle);
        }
    }
}
