package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.readme.PageStats;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Locking bolts in real topologies. The death of a worker would end this JVM, and so the test run. */
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class TopologyTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

    @Test
    void topologyKilledWhileItsExecutorsWaitForALockEndsAndLeavesNothing(RedisServer redis, LocalStorm storm) {
        TupleFeed hits = TupleFeed.of("id", "path", "bytes");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("hits", hits);
        builder.setBolt("waiting", new PageStats(), 3).shuffleGrouping("hits");
        Map<String, Object> conf =
                Map.of("storm.lock.redis.uri", redis.uri().toString(), "topology.message.timeout.secs", 60);
        try (RedisClient foreigner = RedisClient.create(redis.uri())) {
            String taken = foreigner.set(
                    "lock:{page:/}", "foreign", SetParams.setParams().px(120_000));
            assertThat(taken).isEqualTo("OK");
            try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
                for (long i = 0; i < 9; i++) {
                    hits.feed("hit-" + i, "/", i);
                }
                // The first of the tuples waits at the server, and the others wait behind it.
                await().atMost(LONGEST_WAIT).until(() -> foreigner.zcard("lock-wait:{page:/}") >= 1);
                assertThat(executors("waiting")).as(running.name()).isEqualTo(3);
            }
            await().atMost(LONGEST_WAIT).until(() -> executors("waiting") == 0);
            assertThat(foreigner.zcard("lock-wait:{page:/}")).isZero();
            assertThat(foreigner.get("lock:{page:/}")).isEqualTo("foreign");
            assertThat(foreigner.exists("page:/")).isFalse();
        }
        await().atMost(LONGEST_WAIT)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.startsWith("storm-lock-"))
                        .isEmpty());
    }

    /** Returns the number of a component's executors. Storm names their threads after the component. */
    private static long executors(String component) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("-" + component + "-executor"))
                .count();
    }
}
