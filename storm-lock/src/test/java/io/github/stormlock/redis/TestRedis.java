package io.github.stormlock.redis;

import io.github.stormlock.test.RedisServer;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** A Redis of the harness, and the port to which its clients come, encrypted or not. */
record TestRedis(RedisServer server, int port) implements AutoCloseable {
    <T> T admin(Function<Jedis, T> work) {
        try (Jedis jedis = new Jedis(server.uri())) {
            return work.apply(jedis);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
