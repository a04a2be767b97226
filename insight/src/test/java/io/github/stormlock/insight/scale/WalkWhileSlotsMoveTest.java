package io.github.stormlock.insight.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.redis.KeyWalk;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkLimits;
import io.github.stormlock.insight.redis.WalkResult;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A walk over a Cluster whose slots move meanwhile finds each key once at most, and all that stay. */
@Tag("server")
@Tag("modes")
class WalkWhileSlotsMoveTest {
    private static final int KEYS = 20_000;

    @Test
    void keysAreFoundOnceWhileSlotsMoveToAndFro() {
        try (RedisCluster cluster = RedisCluster.embedded(0);
                RedisServers servers = RedisServers.of(RedisConfig.builder()
                        .cluster(cluster.nodes().stream()
                                .map(node -> new Node("127.0.0.1", node.port()))
                                .toList())
                        .build())) {
            servers.ask(IntStream.range(0, KEYS)
                    .mapToObj(i -> Query.of("SET", "page:" + i, "value"))
                    .toList());
            servers.ask(IntStream.range(0, 100)
                    .mapToObj(i -> Query.of("SET", "{moved}:" + i, "value"))
                    .toList());
            int slot = RedisCluster.slot("{moved}");
            int stay = (int) IntStream.range(0, KEYS)
                    .filter(i -> RedisCluster.slot("page:" + i) != slot)
                    .count();
            AtomicBoolean end = new AtomicBoolean();
            CompletableFuture<Integer> moves = CompletableFuture.supplyAsync(() -> {
                int moved = 0;
                while (!end.get()) {
                    RedisServer from = cluster.primaryOf("{moved}");
                    RedisServer to = cluster.primaries().get(moved % 3);
                    if (to != from) {
                        var migration = cluster.migrate(slot, to);
                        migration.moveAll();
                        migration.finish();
                    }
                    moved++;
                }
                return moved;
            });
            for (int i = 0; i < 5; i++) {
                WalkResult walk = new KeyWalk(
                                servers,
                                new WalkLimits(Duration.ofSeconds(20), 0.2),
                                "*",
                                "string",
                                key -> true,
                                2 * KEYS)
                        .walk();
                assertThat(walk.complete()).isTrue();
                assertThat(walk.keys()).doesNotHaveDuplicates();
                // Keys that move may be missed.
                assertThat(walk.keys().stream().filter(key -> RedisCluster.slot(key) != slot))
                        .hasSize(stay);
            }
            end.set(true);
            assertThat(moves.join()).isGreaterThan(5);
        }
    }
}
