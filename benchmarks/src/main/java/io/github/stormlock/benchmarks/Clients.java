package io.github.stormlock.benchmarks;

import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** The Jedis client of every contender that uses Jedis by itself. */
final class Clients {
    private Clients() {}

    static RedisClient pooled(Target target) {
        return pooled(target.host(), target.port(), target.pool());
    }

    static RedisClient pooled(String host, int port, int pool) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(pool);
        config.setMaxIdle(pool);
        return RedisClient.builder().hostAndPort(host, port).poolConfig(config).build();
    }
}
