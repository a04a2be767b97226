package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.connect.Checks;
import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
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
 * @param lifo true to lend first the connection that was returned last
 * @param fairness true to serve waiting threads in order
 * @param testOnBorrow true to send PING before a connection is lent, which costs a round trip for each use
 * @param testWhileIdle true to send PING over idle connections at each eviction run
 * @param evictionInterval the time between two eviction runs: 1 to 2,147,483,647 ms
 * @param minEvictableIdle the time after which an eviction run closes an idle connection: 1 to 2,147,483,647 ms
 */
public record PoolConfig(
        int maxTotal,
        int maxIdle,
        int minIdle,
        Duration maxWait,
        boolean lifo,
        boolean fairness,
        boolean testOnBorrow,
        boolean testWhileIdle,
        Duration evictionInterval,
        Duration minEvictableIdle) {

    /**
     * The defaults: sixteen connections, all of which may idle, and a wait of two seconds. Every 30 s an eviction run
     * tests the idle connections, and closes those that were idle for 60 s.
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
        Checks.timeout("pool.eviction.interval", evictionInterval);
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
        return builder.maxTotal(maxTotal)
                .minIdle(minIdle)
                .maxWait(maxWait)
                .lifo(lifo)
                .fairness(fairness)
                .testOnBorrow(testOnBorrow)
                .testWhileIdle(testWhileIdle)
                .evictionInterval(evictionInterval)
                .minEvictableIdle(minEvictableIdle);
    }

    /**
     * Sets these values in a configuration of Commons Pool, and leaves the rest of it alone.
     *
     * @param pool the configuration that is changed
     */
    public void applyTo(GenericObjectPoolConfig<?> pool) {
        pool.setMaxTotal(maxTotal);
        pool.setMaxIdle(maxIdle);
        pool.setMinIdle(minIdle);
        pool.setMaxWait(maxWait);
        pool.setLifo(lifo);
        pool.setFairness(fairness);
        pool.setTestOnBorrow(testOnBorrow);
        pool.setTestWhileIdle(testWhileIdle);
        pool.setTimeBetweenEvictionRuns(evictionInterval);
        pool.setMinEvictableIdleDuration(minEvictableIdle);
    }

    /** Gathers settings, and checks them in {@link #build}. What is not given stays as it was. Not thread-safe. */
    public static final class Builder {
        private int maxTotal = 16;
        private @Nullable Integer maxIdle;
        private int minIdle;
        private Duration maxWait = Duration.ofSeconds(2);
        private boolean lifo = true;
        private boolean fairness;
        private boolean testOnBorrow;
        private boolean testWhileIdle = true;
        private Duration evictionInterval = Duration.ofSeconds(30);
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
         * Sets the order in which idle connections are lent.
         *
         * @param value true to lend first the one that was returned last
         * @return this builder
         */
        public Builder lifo(boolean value) {
            lifo = value;
            return this;
        }

        /**
         * Sets the order in which threads are served.
         *
         * @param value true to serve those that wait in the order in which they came
         * @return this builder
         */
        public Builder fairness(boolean value) {
            fairness = value;
            return this;
        }

        /**
         * Sets the test of a connection before it is lent.
         *
         * @param value true to send PING, which costs a round trip for each use
         * @return this builder
         */
        public Builder testOnBorrow(boolean value) {
            testOnBorrow = value;
            return this;
        }

        /**
         * Sets the test of idle connections.
         *
         * @param value true to send PING over them at each eviction run
         * @return this builder
         */
        public Builder testWhileIdle(boolean value) {
            testWhileIdle = value;
            return this;
        }

        /**
         * Sets the time between two eviction runs.
         *
         * @param value 1 to 2,147,483,647 ms
         * @return this builder
         */
        public Builder evictionInterval(Duration value) {
            evictionInterval = value;
            return this;
        }

        /**
         * Sets the time after which an eviction run closes an idle connection.
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
            return new PoolConfig(
                    maxTotal,
                    maxIdle == null ? maxTotal : maxIdle,
                    minIdle,
                    maxWait,
                    lifo,
                    fairness,
                    testOnBorrow,
                    testWhileIdle,
                    evictionInterval,
                    minEvictableIdle);
        }
    }
}
