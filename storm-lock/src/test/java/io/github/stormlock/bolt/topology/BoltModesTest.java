package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.lock.fixture.SentinelUnderTest;
import io.github.stormlock.test.RedisCluster;
import java.time.Duration;
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
        try (SentinelUnderTest servers = new SentinelUnderTest()) {
            countsAcrossAFailOver(servers, () -> servers.sentinels().failOver());
        }
    }

    @Test
    void boltFollowsTheNodesOfACluster() {
        try (ClusterUnderTest servers = new ClusterUnderTest(1)) {
            RedisCluster cluster = servers.cluster();
            countsAcrossAFailOver(servers, () -> cluster.failOver(cluster.primaryOf("key-0")));
        }
    }

    @Test
    void keyThatCannotShareASlotWithItsLockIsRejected() {
        try (ClusterUnderTest servers = new ClusterUnderTest(0);
                Task<HashEntry> task = Task.of(ScriptedBolt.counting(), Task.conf(servers))) {
            task.execute("foo{}bar");
            task.execute("fine");
            assertThat(task.output().failed()).isEqualTo(1);
            assertThat(task.output().acked()).isEqualTo(1);
            assertThat(task.output().errors()).singleElement().satisfies(error -> assertThat(error)
                    .hasMessageContainingAll("the entry key foo{}bar", "hash tag", "cluster"));
            assertThat(servers.entries().keys("*")).containsExactly("fine");
        }
    }

    private static void countsAcrossAFailOver(RedisUnderTest servers, Runnable failOver) {
        try (Task<HashEntry> task = Task.of(ScriptedBolt.counting(), Task.conf(servers))) {
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
                assertThat(servers.entries().hash("key-" + key).get("n")).isIn("1", "2");
            }
        }
    }

    private static void everyKey(Task<HashEntry> task, String id) {
        for (int key = 0; key < KEYS; key++) {
            task.execute("key-" + key, id + key);
        }
    }
}
