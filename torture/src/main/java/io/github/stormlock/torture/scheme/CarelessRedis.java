package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.ClientConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** The way to Redis of locks that are not the library's. */
public final class CarelessRedis {
    private static final String COMPARE_AND_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private CarelessRedis() {}

    public static RedisClient connect(ClientConfig config) {
        // Tutorials wait for a server that answers slowly.
        return connect(config, config.ports().get(0), config.timing().grant(), /* testOnBorrow= */ true);
    }

    /** Connects to one of the servers, whose answers may take so many milliseconds. */
    static RedisClient connect(ClientConfig config, int port, long longestWait, boolean testOnBorrow) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(config.pool());
        pool.setMaxWait(Duration.ofMillis(config.timing().grant()));
        pool.setTestOnBorrow(testOnBorrow);
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis((int) longestWait)
                        .build())
                .poolConfig(pool)
                .build();
    }

    static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Deletes a key that has this value. */
    static void compareAndDelete(RedisClient redis, String key, String value) {
        redis.eval(COMPARE_AND_DELETE, List.of(key), List.of(value));
    }
}
