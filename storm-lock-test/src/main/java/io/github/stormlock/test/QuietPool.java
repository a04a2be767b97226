package io.github.stormlock.test;

import java.time.Duration;
import redis.clients.jedis.ConnectionPoolConfig;

/** How the clients of tests keep their connections. */
final class QuietPool {
    private QuietPool() {}

    static ConnectionPoolConfig config() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        // The server may have been killed and started again since the last command.
        pool.setTestOnBorrow(true);
        // No thread that looks after idle connections: tests count the threads that are left.
        pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
        return pool;
    }
}
