package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.test.RedisServer;
import java.io.UncheckedIOException;
import java.util.Map;
import redis.clients.jedis.RedisClient;

/** A Redis of the demo's own, which ends with the run. */
public final class RedisHome implements AutoCloseable {
    private final RedisServer server = start();
    private final RedisClient client = RedisClient.create(server.uri());

    private static RedisServer start() {
        try {
            return RedisServer.embedded();
        } catch (UncheckedIOException e) {
            return RedisServer.system()
                    .orElseThrow(() -> new BadInputException("no Redis can be started here: install redis-server"
                            + " (Debian and Ubuntu: apt-get install redis-server; "
                            + DisplayText.oneLine(String.valueOf(e.getMessage())) + ")"));
        }
    }

    public RedisClient client() {
        return client;
    }

    /** Returns a name for people. */
    public String name() {
        return "a Redis " + server.version() + " of the demo's own";
    }

    /** Returns the keys by which a topology finds it. */
    public Map<String, Object> topologyConf() {
        return Map.of("storm.lock.redis.uri", server.uri().toString());
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
