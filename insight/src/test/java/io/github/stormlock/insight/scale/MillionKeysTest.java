package io.github.stormlock.insight.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;

/** A scan of a large database ends in its time, says what part it saw, and holds nobody up. */
@ExtendWith(RedisExtension.class)
@Tag("long")
@Tag("server")
class MillionKeysTest {
    private static final int KEYS = 1_000_000;
    private static final int TIMEOUT_MILLIS = 60_000;

    private static void fill(RedisServer server) {
        try (Jedis redis = new Jedis(server.uri(), TIMEOUT_MILLIS);
                Pipeline pipeline = redis.pipelined()) {
            for (int i = 0; i < KEYS; i++) {
                pipeline.set("page:" + i, "value");
                if (i % 10_000 == 0) {
                    pipeline.sync();
                }
            }
            pipeline.set("lock:{job}", "worker-17");
        }
    }

    @Test
    void smallDatabaseIsScannedUnaskedAndALargeOneIsNot(RedisServer server) {
        fill(server);
        assertThat(CommandRun.at(server, "list").out())
                .doesNotContain("worker-17")
                .contains("--scan");
        CommandRun asked = CommandRun.at(server, "list", "--scan", "--budget", "60s", "--pace", "100%");
        assertThat(asked.out()).contains("worker-17");
    }
}
