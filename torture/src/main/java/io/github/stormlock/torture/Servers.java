package io.github.stormlock.torture;

import io.github.stormlock.test.RedisServer;
import java.util.Set;
import java.util.function.Function;
import redis.clients.jedis.Jedis;

/** Starts the processes that a run needs: of the system's Redis where there is one, as it is the newer one. */
final class Servers {
    static final int PATIENCE_MILLIS = 20_000;

    /** How far a replica may lag behind its primary. */
    private static final long LAG_NANOS = 1_000_000_000L;

    private Servers() {}

    static <T> T ask(RedisServer server, Function<Jedis, T> question) {
        try (Jedis redis = new Jedis(server.host(), server.port(), PATIENCE_MILLIS)) {
            return question.apply(redis);
        }
    }

    /** What a primary that was watched when it died may have told its clients, and not its replica. */
    static Loss lossOf(DeathWatch watch, Set<String> entries) {
        return new Loss(watch.alive() - LAG_NANOS, watch.alive(), watch.dead(), entries);
    }

    static RedisServer start(String... options) {
        return RedisServer.system(options).orElseGet(() -> RedisServer.embedded(options));
    }
}
