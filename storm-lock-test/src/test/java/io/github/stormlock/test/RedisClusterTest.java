package io.github.stormlock.test;

import static io.github.stormlock.test.Direct.get;
import static io.github.stormlock.test.Direct.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

@Tag("harness")
@Tag("server")
@Tag("modes")
class RedisClusterTest {
    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(1);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void empty() {
        try (RedisClusterClient client = cluster.client()) {
            assertThat(client.flushAll()).isEqualTo("OK");
        }
    }

    @Test
    void eachOfThreePrimariesServesAThirdOfTheSlotsAndHasAReplica() {
        assertThat(cluster.nodes()).hasSize(6);
        assertThat(cluster.primaries()).hasSize(3).doesNotHaveDuplicates();
        assertThat(cluster.primaries())
                .allMatch(node -> cluster.replicasOf(node).size() == 1);
        assertThat(Set.of(cluster.primaryOf(0), cluster.primaryOf(8_000), cluster.primaryOf(16_383)))
                .hasSameElementsAs(cluster.primaries());
        assertThat(cluster.addresses()).allMatch(address -> address.startsWith("127.0.0.1:"));
    }

    @Test
    void entriesAreReadFromAllNodes() {
        try (RedisClusterClient client = cluster.client();
                EntryReader entries = EntryReader.of(cluster)) {
            for (RedisServer node : cluster.primaries()) {
                String key = cluster.keyAt(node, 1);
                assertThat(cluster.primaryOf(key)).isEqualTo(node);
                client.set(key, "v");
                assertThat(entries.string(key)).hasValue("v");
            }
            assertThat(entries.keys("key*")).hasSize(3);
            assertThat(entries.keysWithoutExpiry()).hasSize(3);
        }
    }

    @Test
    void migratingSlotIsAskedForAndThenMovedForGood() {
        RedisServer from = cluster.primaries().get(0);
        RedisServer to = cluster.primaries().get(1);
        String key = cluster.keyAt(from, 2);
        String moved = "{" + key + "}moved";
        set(from, key, "here");
        set(from, moved, "there");
        SlotMigration migration = cluster.migrate(RedisCluster.slot(key), to);
        migration.move(moved);
        assertThat(get(from, key)).isEqualTo("here");
        assertThatThrownBy(() -> get(from, moved)).isInstanceOf(JedisAskDataException.class);
        migration.finish();
        assertThat(List.of(get(to, key), get(to, moved))).containsExactly("here", "there");
        assertThatThrownBy(() -> get(from, key)).isInstanceOf(JedisMovedDataException.class);
        assertThat(cluster.primaryOf(key)).isEqualTo(to);
        assertThatThrownBy(() -> cluster.migrate(RedisCluster.slot(key), to))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("" + RedisCluster.slot(key));
    }

    @Test
    void replicaTakesOverForAKilledPrimaryWhichComesBackAsItsReplica() {
        RedisServer old = cluster.primaries().get(2);
        String key = cluster.keyAt(old, 3);
        RedisServer next = cluster.failOver(old);
        assertThat(next).isNotEqualTo(old);
        assertThat(cluster.primaryOf(key)).isEqualTo(next);
        assertThat(cluster.primaries()).hasSize(3);
        set(next, key, "v");
        assertThatThrownBy(() -> cluster.failOver(next)).hasMessageContaining("no living replica");
        cluster.restore();
        assertThat(cluster.replicasOf(next)).containsExactly(old);
        assertThat(cluster.primaryOf(key)).isEqualTo(next);
    }

    @Test
    void clientsAreLedToTheAnnouncedPorts() {
        Map<RedisServer, FaultProxy> proxies = new HashMap<>();
        try (RedisCluster another = RedisCluster.start(0)) {
            another.nodes().forEach(node -> proxies.put(node, FaultProxy.to(node)));
            another.announce(node -> proxies.get(node).port());
            RedisServer first = another.primaries().get(0);
            String key = another.keyAt(another.primaries().get(1), 1);
            try (Jedis jedis = new Jedis(first.uri())) {
                assertThatThrownBy(() -> jedis.get(key))
                        .hasMessageContaining(
                                ":" + proxies.get(another.primaryOf(key)).port());
                assertThat(jedis.clusterNodes())
                        .contains(proxies.values().stream()
                                .map(proxy -> ":" + proxy.port() + "@")
                                .toList());
            }
        } finally {
            proxies.values().forEach(FaultProxy::close);
        }
    }

    @Test
    void numberOfReplicasIsChecked() {
        assertThatThrownBy(() -> RedisCluster.start(-1)).hasMessageContaining("-1");
    }
}
