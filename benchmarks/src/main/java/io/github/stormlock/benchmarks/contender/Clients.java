package io.github.stormlock.benchmarks.contender;

import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** Creates the Jedis client of every contender that uses Jedis by itself. */
public final class Clients {
    private Clients() {}

    public static RedisClient pooled(Target target) {
        return pooled(target.host(), target.port(), target.pool());
    }

    public static RedisClient pooled(String host, int port, int pool) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(pool);
        config.setMaxIdle(pool);
        return RedisClient.builder().hostAndPort(host, port).poolConfig(config).build();
    }
}
