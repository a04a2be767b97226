package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.test.RedisServer;
import java.io.UncheckedIOException;
import java.util.Map;
import redis.clients.jedis.RedisClient;

/** The Redis of a run, which ends with it. */
public record RedisHome(RedisServer server, RedisClient client) implements AutoCloseable {
    /**
     * Starts one.
     *
     * @throws BadInputException if none can be started here
     */
    public static RedisHome start() {
        RedisServer server = started();
        return new RedisHome(server, RedisClient.create(server.uri()));
    }

    private static RedisServer started() {
        try {
            return RedisServer.embedded();
        } catch (UncheckedIOException e) {
            return RedisServer.system()
                    .orElseThrow(() -> new BadInputException("no Redis can be started here: install redis-server"
                            + " (Debian and Ubuntu: apt-get install redis-server) ("
                            + DisplayText.oneLine(String.valueOf(e.getMessage())) + ")"));
        }
    }

    public String name() {
        return "a Redis " + server.version() + " of the demo's own";
    }

    /** Returns the settings by which a topology reaches the Redis. */
    public Map<String, Object> topologyConf() {
        return Map.of("storm.lock.redis.uri", server.uri().toString());
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
