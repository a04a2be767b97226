package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisSentinels;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bolt over Sentinel and in a Cluster, configured as a topology is. Tuples fail while a primary is dead, then go on. */
@Tag("contract")
@Tag("server")
@Tag("modes")
class BoltModesTest {
    private static final int KEYS = 12;

    @Test
    void boltFollowsThePrimaryThatTheSentinelsName() {
        try (RedisSentinels all = RedisSentinels.start(1);
                EntryReader entries = EntryReader.of(all)) {
            Map<String, Object> conf = conf(Map.of(
                    "storm.lock.redis.mode", "sentinel",
                    "storm.lock.redis.nodes", all.addresses(),
                    "storm.lock.redis.sentinel.master", all.masterName()));
            countsAcrossAFailOver(conf, entries, all::failOver);
        }
    }

    @Test
    void boltFollowsTheNodesOfACluster() {
        try (RedisCluster cluster = RedisCluster.start(1);
                EntryReader entries = EntryReader.of(cluster)) {
            Map<String, Object> conf =
                    conf(Map.of("storm.lock.redis.mode", "cluster", "storm.lock.redis.nodes", cluster.addresses()));
            countsAcrossAFailOver(conf, entries, () -> cluster.failOver(cluster.primaryOf("key-0")));
        }
    }

    @Test
    void keyThatCannotShareASlotWithItsLockIsRejected() {
        try (RedisCluster cluster = RedisCluster.start(0);
                EntryReader entries = EntryReader.of(cluster);
                Task<HashEntry> task = Task.of(
                        ScriptedBolt.counting(),
                        conf(Map.of(
                                "storm.lock.redis.mode", "cluster", "storm.lock.redis.nodes", cluster.addresses())))) {
            task.execute("foo{}bar");
            task.execute("fine");
            assertThat(task.output().failed()).isEqualTo(1);
            assertThat(task.output().acked()).isEqualTo(1);
            assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error)
                    .hasMessageContainingAll("the entry key foo{}bar", "hash tag", "cluster"));
            assertThat(entries.keys("*")).containsExactly("fine");
        }
    }

    private static void countsAcrossAFailOver(Map<String, Object> conf, EntryReader entries, Runnable failOver) {
        try (Task<HashEntry> task = Task.of(ScriptedBolt.counting(), conf)) {
            everyKey(task, "before");
            failOver.run();
            // Failed tuples are sent again under the same id, as a spout would do.
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                int acked = task.output().acked();
                everyKey(task, "after");
                return task.output().acked() - acked == KEYS;
            });
            for (int key = 0; key < KEYS; key++) {
                // The fail-over may lose a commit made just before the end of the old primary, and it doubles none.
                assertThat(entries.hash("key-" + key).get("n")).isIn("1", "2");
            }
        }
    }

    private static void everyKey(Task<HashEntry> task, String id) {
        for (int key = 0; key < KEYS; key++) {
            task.execute("key-" + key, id + key);
        }
    }

    private static Map<String, Object> conf(Map<String, Object> servers) {
        Map<String, Object> conf = new HashMap<>(Task.conf(URI.create("redis://unused")));
        conf.remove("storm.lock.redis.uri");
        conf.putAll(servers);
        assertThat(conf.get("storm.lock.redis.nodes")).isInstanceOf(List.class);
        return conf;
    }
}
