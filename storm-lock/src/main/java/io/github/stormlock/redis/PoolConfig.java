package io.github.stormlock.redis;

import java.time.Duration;

/**
 * The pool of command connections, in the words of Commons Pool 2.
 *
 * @param maxTotal most connections, 1 to 65,536
 * @param maxIdle most idle connections kept, 0 to {@code maxTotal}
 * @param minIdle idle connections kept ready, 0 to {@code maxIdle}
 * @param maxWait how long a thread waits for a connection, 1 ms and up; always finite
 * @param lifo whether the connection returned last is lent first
 * @param fairness whether waiting threads are served in order
 * @param testOnBorrow PING before a connection is lent: one round trip more for each use
 * @param testWhileIdle PING idle connections at each eviction run
 * @param evictionInterval time between eviction runs, 1 ms and up
 * @param minEvictableIdle how long a connection may idle before an eviction run closes it, 1 ms and up
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

    /** Sixteen connections, a wait of two seconds. */
    public static final PoolConfig DEFAULT = new PoolConfig(
            16, 16, 0, Duration.ofSeconds(2), true, false, false, true, Duration.ofSeconds(30), Duration.ofSeconds(60));

    private static final int MOST_CONNECTIONS = 65_536;

    /**
     * Checks every range.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public PoolConfig {
        Checks.range("pool.maxTotal", maxTotal, 1, MOST_CONNECTIONS);
        Checks.range("pool.maxIdle", maxIdle, 0, maxTotal);
        Checks.range("pool.minIdle", minIdle, 0, maxIdle);
        Checks.timeout("pool.maxWait", maxWait);
        Checks.timeout("pool.evictionInterval", evictionInterval);
        Checks.timeout("pool.minEvictableIdle", minEvictableIdle);
    }

    /** The same pool with room for {@code connections}, all of which may idle. */
    public PoolConfig withMaxTotal(int connections) {
        return new PoolConfig(
                connections,
                connections,
                Math.min(minIdle, connections),
                maxWait,
                lifo,
                fairness,
                testOnBorrow,
                testWhileIdle,
                evictionInterval,
                minEvictableIdle);
    }

    public PoolConfig withMaxWait(Duration wait) {
        return new PoolConfig(
                maxTotal,
                maxIdle,
                minIdle,
                wait,
                lifo,
                fairness,
                testOnBorrow,
                testWhileIdle,
                evictionInterval,
                minEvictableIdle);
    }
}
