package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** The steps of the page on live keys: an old writer takes the lock, stops at an offset, a topology goes on there, and back. */
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class LiveKeysPageTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String ENTRY = "orders:ann";
    private static final String LOCK = "lock:{orders:ann}";
    private static final String WRITE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end"
            + " redis.call('HSET', KEYS[2], 'count', ARGV[2]) return redis.call('DEL', KEYS[1])";

    @Test
    void topologyTakesAKeyOverAtAnOffsetAndGivesItBack(RedisServer redis, EntryReader entries, LocalStorm storm) {
        try (RedisClient old = RedisClient.create(redis.uri());
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            old.hset(ENTRY, Map.of("count", "1000", "name", "Ann"));
            old.expire(ENTRY, 10_000);
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(old, 0, 100));
            for (int i = 0; i < 100; i++) {
                locks.guard(ENTRY, Entries.hash()).change(orders -> orders.set("count", orders.getLong("count") + 1));
            }
            writer.join();
            assertThat(entries.hash(ENTRY)).containsEntry("count", "1200");

            TupleFeed messages =
                    TupleFeed.of("topic", "partition", "offset", "key", "value").replaying(3);
            try (RunningTopology orders = submitted(storm, redis, messages)) {
                for (long offset = 100; offset < 150; offset++) {
                    messages.feed("orders", 0, offset, "ann", "{}");
                }
                messages.awaitAcked(50, LONG);
                assertThat(entries.hash(ENTRY)).as(orders.name()).containsEntry("count", "1250");
            }
            write(old, 150, 160);
            assertThat(entries.hash(ENTRY)).isEqualTo(Map.of("count", "1260", "name", "Ann"));
            assertThat(entries.ttlMillis(ENTRY)).isPositive();
            assertThat(entries.keys("lock:*")).isEmpty();
        }
    }

    private static RunningTopology submitted(LocalStorm storm, RedisServer redis, TupleFeed messages) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("messages", messages);
        builder.setBolt("orders", new KafkaCounts(), 2).shuffleGrouping("messages");
        return storm.submit(GuideTopology.configuration(redis.uri().toString()), builder.createTopology());
    }

    /** The old writer reads, computes and writes. It has been changed so that it takes the lock. */
    private static void write(RedisClient old, int from, int to) {
        for (int offset = from; offset < to; offset++) {
            String token = "old-writer-" + offset;
            await().atMost(LONG)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> old.set(LOCK, token, new SetParams().nx().px(5_000)) != null);
            long count = Long.parseLong(old.hget(ENTRY, "count")) + 1;
            assertThat(old.eval(WRITE, List.of(LOCK, ENTRY), List.of(token, Long.toString(count))))
                    .isEqualTo(1L);
        }
    }
}
