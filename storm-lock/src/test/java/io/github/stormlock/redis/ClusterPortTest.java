package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#each")
@Tag("server")
@Tag("modes")
class ClusterPortTest {
    private static final Script COUNT = Lua.script("return redis.call('INCR', KEYS[1])");

    @Parameter
    Backend backend;

    private static RedisCluster cluster;
    private static RedisServer low;
    private static RedisServer high;

    @AutoClose
    private RedisPort port;

    @BeforeParameterizedClassInvocation
    static void start(Backend backend) {
        cluster = backend.startCluster();
        low = cluster.primaries().get(0);
        high = cluster.primaries().get(1);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }

    @BeforeEach
    void open() {
        port = RedisPort.open(backend.config(cluster).toBuilder()
                .commandTimeout(Duration.ofSeconds(2))
                .build());
    }

    @Test
    void eachScriptGoesToTheNodeOfItsKeys() {
        String lowKey = cluster.keyAt(low, 11);
        String highKey = cluster.keyAt(high, 11);

        long before = redirections("MOVED");
        assertThat(port.run(count(lowKey), AMPLE)).isEqualTo(1L);
        assertThat(port.run(count(highKey), AMPLE)).isEqualTo(1L);

        assertThat(redirections("MOVED")).isEqualTo(before);
        assertThat(port.isCluster()).isTrue();
        assertThat(port.pool()).isEqualTo(new PoolGauges(0, 2, 0));
    }

    @Test
    void keysOfDifferentSlotsAreRefusedByName() {
        String lowKey = cluster.keyAt(low, 31);
        String highKey = cluster.keyAt(high, 31);
        ScriptCall both = Lua.call(COUNT, List.of(lowKey, highKey), List.of());

        assertThrown(IllegalArgumentException.class, () -> port.run(both, AMPLE), lowKey, highKey);
        assertThrown(IllegalArgumentException.class, () -> port.runAll(List.of(count(lowKey), both), AMPLE));
        boolean exists = ask(low, jedis -> jedis.exists(lowKey));
        assertThat(exists).isFalse();
    }

    @Test
    void movedSlotIsFollowedOnceAndThenKnown() {
        String key = cluster.keyAt(low, 41);
        assertThat(port.run(count(cluster.keyAt(low, 42)), AMPLE)).isEqualTo(1L);
        cluster.migrate(slot(key), high).finish();

        assertThat(port.run(count(key), AMPLE)).isEqualTo(1L);
        assertThat(port.runAll(List.of(count(key), count(key)), AMPLE)).containsExactly(2L, 3L);

        await().untilAsserted(() -> {
            long before = redirections("MOVED");
            assertThat(port.run(Lua.call(Lua.script("return 1"), List.of(key), List.of()), AMPLE))
                    .isEqualTo(1L);
            assertThat(redirections("MOVED")).isEqualTo(before);
        });
    }

    @Test
    void slotInMigrationIsAskedForAtItsNewNode() {
        String key = cluster.keyAt(low, 61);
        SlotMigration migration = cluster.migrate(slot(key), high);
        long before = redirections(low, "ASK");

        assertThat(port.run(count(key), AMPLE)).isEqualTo(1L);
        ask(high, Jedis::scriptFlush);
        assertThat(port.run(count(key), AMPLE)).isEqualTo(2L);
        ask(high, Jedis::scriptFlush);
        assertThat(port.runAll(List.of(count(key), count(cluster.keyAt(low, 62)), count(key)), AMPLE))
                .containsExactly(3L, 1L, 4L);

        assertThat(redirections(low, "ASK")).isGreaterThanOrEqualTo(before + 4);
        migration.finish();
        assertThat(port.run(count(key), AMPLE)).isEqualTo(5L);
    }

    @Test
    void stoppedNodeHoldsUpNoneButItsOwnScripts() {
        String lowKey = cluster.keyAt(low, 81);
        String highKey = cluster.keyAt(high, 81);
        assertThat(port.runAll(List.of(count(lowKey), count(highKey)), AMPLE)).containsExactly(1L, 1L);
        high.pause();

        List<Object> answers = port.runAll(List.of(count(highKey), count(lowKey), count(highKey)), AMPLE);

        assertThat(answers.get(1)).isEqualTo(2L);
        assertThat(List.of(answers.get(0), answers.get(2))).hasOnlyElementsOfType(RedisAnswerLostException.class);
        high.resume();
        await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> port.run(count(highKey), AMPLE) != null);
    }

    @Test
    void messageFromAnyNodeArrives() {
        HeardMessages heard = new HeardMessages();
        Subscription subscription = port.subscribe("news", heard);
        await().until(subscription::isConfirmed);

        ask(low, jedis -> jedis.publish("news", "low"));
        ask(high, jedis -> jedis.publish("news", "high"));

        await().until(() -> heard.messages.containsAll(List.of("low", "high")));
    }

    @Test
    void openSucceedsWhileAllNodesAreDownAndLaterCallsConnect() {
        String key = cluster.keyAt(low, 101);
        cluster.nodes().forEach(RedisServer::kill);
        try (RedisPort early = RedisPort.open(backend.config(cluster))) {
            assertThrown(
                    RedisUnavailableException.class, () -> early.run(count(key), AMPLE), "127.0.0.1:" + low.port());
            assertThat(early.runAll(List.of(count("a")), AMPLE)).hasOnlyElementsOfType(RedisUnavailableException.class);
            cluster.restore();
            await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> early.run(count(key), AMPLE) != null);
        }
    }

    private static ScriptCall count(String key) {
        return Lua.call(COUNT, List.of(key), List.of());
    }

    private static int slot(String key) {
        return RedisCluster.slot(key);
    }

    private static <T> T ask(RedisServer node, Function<Jedis, T> question) {
        try (Jedis jedis = new Jedis(node.uri())) {
            return question.apply(jedis);
        }
    }

    private static long redirections(RedisServer node, String kind) {
        return ask(node, jedis -> jedis.info("errorstats"))
                .lines()
                .filter(line -> line.startsWith("errorstat_" + kind + ":count="))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1)))
                .sum();
    }

    private static long redirections(String kind) {
        return cluster.nodes().stream()
                .mapToLong(node -> redirections(node, kind))
                .sum();
    }
}
