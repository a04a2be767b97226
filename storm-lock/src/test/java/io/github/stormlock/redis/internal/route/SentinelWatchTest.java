package io.github.stormlock.redis.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.test.RedisSentinels;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.util.Delay;

@Tag("server")
class SentinelWatchTest {
    private static final Delay RECONNECT = Delay.constant(Duration.ofMillis(500));

    /** A listener that has not begun yet does not hear that it is to stop, so each watch ends as soon as it is made. */
    @Test
    void endByAnInterruptedThreadLeavesNoListener() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (RedisSentinels servers = RedisSentinels.embedded(1)) {
            List<Node> nodes =
                    List.of(new Node("127.0.0.1", servers.sentinels().get(0).port()));
            JedisSettings settings = new JedisSettings(
                    RedisConfig.builder().sentinels(servers.masterName(), nodes).build());
            for (int i = 0; i < 30; i++) {
                SentinelWatch watch = new SentinelWatch(settings, RECONNECT);
                Thread.currentThread().interrupt();
                watch.end();
                Thread.interrupted();
            }
            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread))
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.contains("SentinelListener")));
        }
    }
}
