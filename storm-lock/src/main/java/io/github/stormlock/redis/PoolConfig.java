package io.github.stormlock.redis;

import java.time.Duration;

/**
 * The pool of command connections, in the words of Commons Pool 2.
 *
 * @param maxTotal most connections, 1 and up
 * @param maxIdle most idle connections kept
 * @param minIdle idle connections kept ready
 * @param maxWait how long a thread waits for a connection; always finite
 * @param lifo whether the connection returned last is lent first
 * @param fairness whether waiting threads are served in order
 * @param testOnBorrow PING before a connection is lent: one round trip more for each use
 * @param testWhileIdle PING idle connections at each eviction run
 * @param evictionInterval time between eviction runs
 * @param minEvictableIdle how long a connection may idle before an eviction run closes it
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
}
