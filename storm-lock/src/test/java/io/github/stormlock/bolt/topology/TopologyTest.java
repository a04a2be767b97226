package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
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

    private final RedisServer redis;
    private final LocalStorm storm;
    private final TupleFeed events = TupleFeed.of("id", "amount");
    private final TopologyBuilder builder = new TopologyBuilder();

    TopologyTest(RedisServer redis, LocalStorm storm) {
        this.redis = redis;
        this.storm = storm;
        builder.setSpout("events", events);
    }

    /** Sums up one hot entry, and passes each event on. */
    private static final class Site extends LockingBolt<HashEntry> {
        private Site() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple event) {
            return "site";
        }

        @Override
        protected EventId eventId(Tuple event) {
            return EventId.opaque(event.getStringByField("id"));
        }

        @Override
        protected void update(Tuple event, HashEntry site) {
            site.add("hits", 1);
            site.add("amount", event.getLongByField("amount"));
        }
    }

    @Test
    void topologyKilledWhileItsExecutorsWaitForALockEndsAndLeavesNothing() {
        builder.setBolt("waiting-site", new Site(), 3).shuffleGrouping("events");
        try (RedisClient foreigner = RedisClient.create(redis.uri())) {
            String taken = foreigner.set(
                    "lock:{site}", "foreign", SetParams.setParams().px(120_000));
            assertThat(taken).isEqualTo("OK");
            try (RunningTopology running = storm.submit(conf(), builder.createTopology())) {
                feed(9);
                // The first of the tuples waits at the server, and the others wait behind it.
                await().atMost(LONGEST_WAIT).until(() -> foreigner.zcard("lock-wait:{site}") >= 1);
                assertThat(executors("waiting-site")).as(running.name()).isEqualTo(3);
            }
            await().atMost(LONGEST_WAIT).until(() -> executors("waiting-site") == 0);
            assertThat(foreigner.zcard("lock-wait:{site}")).isZero();
            assertThat(foreigner.get("lock:{site}")).isEqualTo("foreign");
            assertThat(foreigner.exists("site")).isFalse();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .filteredOn(name -> name.startsWith("storm-lock-"))
                .isEmpty();
    }

    private void feed(int count) {
        for (long i = 0; i < count; i++) {
            events.feed("event-" + i, i);
        }
    }

    private Map<String, Object> conf() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("storm.lock.redis.uri", redis.uri().toString());
        conf.put("topology.message.timeout.secs", 60);
        return conf;
    }

    /** Returns the number of a component's executors. Storm names their threads after the component. */
    private static long executors(String component) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("-" + component + "-executor"))
                .count();
    }
}
