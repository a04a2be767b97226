package io.github.stormlock.bolt.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.test.RedisCluster;
import java.time.Duration;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lookups where a server goes and comes back, and in a Cluster. */
@Tag("server")
class LookupTroubleTest {
    private static final int KEYS = 12;

    private final ScriptedLookup<HashEntry> bolt = new ScriptedLookup<>(
            Entries.hash(), (tuple, entry, out) -> out.emit(new Values(tuple.getString(0), entry.exists())));

    @Test
    @Tag("contract")
    void entriesOfAClusterAreReadWhereverTheyAreAndAfterAFailOver() {
        try (ClusterUnderTest servers = new ClusterUnderTest(1);
                Task<HashEntry> task = Task.of(bolt, Task.conf(servers))) {
            RedisCluster cluster = servers.cluster();
            everyKey(task);
            assertThat(task.output().acked()).isEqualTo(KEYS);
            cluster.failOver(cluster.primaryOf("key-0"));
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                int acked = task.output().acked();
                everyKey(task);
                return task.output().acked() - acked == KEYS;
            });
        }
    }

    private static void everyKey(Task<HashEntry> task) {
        for (int key = 0; key < KEYS; key++) {
            task.execute("key-" + key);
        }
    }
}
