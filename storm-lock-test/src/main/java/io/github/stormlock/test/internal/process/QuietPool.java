package io.github.stormlock.test.internal.process;

import java.time.Duration;
import redis.clients.jedis.ConnectionPoolConfig;

/** The connection pool settings of the clients that tests use. */
public final class QuietPool {
    private QuietPool() {}

    public static ConnectionPoolConfig config() {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        // The server may have been killed and started again since the last command.
        pool.setTestOnBorrow(true);
        // A pool has no thread that looks after idle connections, because tests count the threads that are left.
        pool.setTimeBetweenEvictionRuns(Duration.ofMillis(-1));
        return pool;
    }
}
