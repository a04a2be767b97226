package io.github.stormlock.redis.internal.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.test.RedisSentinels;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class SentinelTopologyTest {
    /** A listener that has not begun yet must hear that it is to stop, so each is closed as soon as one sentinel has answered. */
    @Test
    void endLeavesNoListener() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (RedisSentinels servers = RedisSentinels.embedded(1)) {
            List<Node> nodes =
                    List.of(new Node("127.0.0.1", servers.sentinels().get(0).port()));
            JedisSettings settings = new JedisSettings(
                    RedisConfig.builder().sentinels(servers.masterName(), nodes).build());
            DaemonThreads workers = new DaemonThreads();
            for (int i = 0; i < 30; i++) {
                Topology topology = Topology.of(settings, new NodePools(settings, workers), workers);
                assertThat(topology.subscriptionNode(Deadline.after(60_000_000_000L)))
                        .isNotNull();
                topology.close();
            }
            workers.close();
            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread))
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("storm-lock-redis")));
        }
    }
}
