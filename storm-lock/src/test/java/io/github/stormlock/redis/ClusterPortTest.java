package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#each")
class ClusterPortTest {
    private static final Script COUNT = Lua.script("return redis.call('INCR', KEYS[1])");

    @Parameter
    Backend backend;

    private static TestCluster cluster;
    private RedisPort port;

    @BeforeParameterizedClassInvocation
    static void start(Backend backend) {
        cluster = new TestCluster(backend);
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
        port = RedisPort.open(cluster.config(backend).withCommandTimeout(Duration.ofMillis(500)));
    }

    @AfterEach
    void close() {
        port.close();
    }

    @Test
    void eachScriptGoesToTheNodeOfItsKeys() {
        String low = cluster.key(cluster.low, 11);
        String high = cluster.key(cluster.high, 11);

        long before = redirections("MOVED");
        assertThat(port.run(count(low), AMPLE)).isEqualTo(1L);
        assertThat(port.run(count(high), AMPLE)).isEqualTo(1L);

        assertThat(redirections("MOVED")).isEqualTo(before);
        assertThat(port.isCluster()).isTrue();
        assertThat(port.pool()).isEqualTo(new PoolGauges(0, 2, 0));
    }

    @Test
    void batchIsAnsweredInOrderAcrossTheNodes() {
        List<ScriptCall> calls = IntStream.range(0, 40)
                .mapToObj(i -> Lua.call(
                        fresh("return tonumber(ARGV[1])"),
                        List.of(cluster.key(i % 3 == 0 ? cluster.low : cluster.high, i)),
                        List.of("" + i)))
                .toList();

        List<Object> answers = port.runAll(calls, AMPLE);

        assertThat(answers)
                .isEqualTo(IntStream.range(0, 40).mapToObj(i -> (long) i).toList());
    }

    @Test
    void keysOfDifferentSlotsAreRefusedByName() {
        String low = cluster.key(cluster.low, 31);
        String high = cluster.key(cluster.high, 31);
        ScriptCall both = Lua.call(COUNT, List.of(low, high), List.of());

        assertThatThrownBy(() -> port.run(both, AMPLE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(low)
                .hasMessageContaining(high);
        assertThatThrownBy(() -> port.runAll(List.of(count(low), both), AMPLE))
                .isInstanceOf(IllegalArgumentException.class);
        boolean exists = cluster.low.admin(jedis -> jedis.exists(low));
        assertThat(exists).isFalse();
    }

    @Test
    void movedSlotIsFollowedOnceAndThenKnown() {
        String key = cluster.key(cluster.low, 41);
        assertThat(port.run(count(cluster.key(cluster.low, 42)), AMPLE)).isEqualTo(1L);
        cluster.finishMoving(slot(key), cluster.high);

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
    void movedSlotIsFollowedInABatch() {
        String key = cluster.key(cluster.low, 51);
        String other = cluster.key(cluster.low, 52);
        assertThat(port.run(count(other), AMPLE)).isEqualTo(1L);
        cluster.finishMoving(slot(key), cluster.high);

        assertThat(port.runAll(List.of(count(key), count(other), count(key)), AMPLE))
                .containsExactly(1L, 2L, 2L);
    }

    @Test
    void slotInMigrationIsAskedForAtItsNewNode() {
        String key = cluster.key(cluster.low, 61);
        cluster.startMoving(slot(key), cluster.low, cluster.high);
        long before = TestCluster.redirections(cluster.low, "ASK");

        assertThat(port.run(count(key), AMPLE)).isEqualTo(1L);
        cluster.high.admin(Jedis::scriptFlush);
        assertThat(port.run(count(key), AMPLE)).isEqualTo(2L);
        cluster.high.admin(Jedis::scriptFlush);
        assertThat(port.runAll(List.of(count(key), count(cluster.key(cluster.low, 62)), count(key)), AMPLE))
                .containsExactly(3L, 1L, 4L);

        assertThat(TestCluster.redirections(cluster.low, "ASK")).isGreaterThanOrEqualTo(before + 4);
        cluster.finishMoving(slot(key), cluster.high);
        assertThat(port.run(count(key), AMPLE)).isEqualTo(5L);
    }

    @Test
    void keysOnBothSidesOfAMigrationMeanTryAgain() {
        String here = "{" + cluster.key(cluster.low, 71) + "}here";
        String there = "{" + cluster.key(cluster.low, 71) + "}there";
        assertThat(port.runAll(List.of(count(here), count(there)), AMPLE)).containsExactly(1L, 1L);
        cluster.startMoving(slot(here), cluster.low, cluster.high);
        cluster.low.admin(jedis -> jedis.migrate("127.0.0.1", cluster.high.port(), 1_000, new MigrateParams(), there));

        ScriptCall both = Lua.call(COUNT, List.of(here, there), List.of());
        assertThatThrownBy(() -> port.run(both, AMPLE))
                .isInstanceOfSatisfying(
                        RedisRefusedException.class, e -> assertThat(e.code()).isEqualTo("TRYAGAIN"));
        assertThat(port.runAll(List.of(both), AMPLE).get(0))
                .asInstanceOf(type(RedisRefusedException.class))
                .satisfies(e -> assertThat(e.code()).isEqualTo("TRYAGAIN"));
    }

    @Test
    void stoppedNodeHoldsUpNoneButItsOwnScripts() {
        String low = cluster.key(cluster.low, 81);
        String high = cluster.key(cluster.high, 81);
        assertThat(port.runAll(List.of(count(low), count(high)), AMPLE)).containsExactly(1L, 1L);
        cluster.high.signal("STOP");

        List<Object> answers = port.runAll(List.of(count(high), count(low), count(high)), AMPLE);

        assertThat(answers.get(1)).isEqualTo(2L);
        assertThat(List.of(answers.get(0), answers.get(2))).hasOnlyElementsOfType(RedisAnswerLostException.class);
        cluster.high.signal("CONT");
        await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> port.run(count(high), AMPLE) != null);
    }

    @Test
    void messageFromAnyNodeArrives() {
        List<String> messages = new CopyOnWriteArrayList<>();
        Subscription subscription = port.subscribe("news", new SubscriptionListener() {
            @Override
            public void subscribed() {}

            @Override
            public void message(byte[] payload) {
                messages.add(new String(payload, StandardCharsets.UTF_8));
            }
        });
        await().until(subscription::isConfirmed);

        cluster.low.admin(jedis -> jedis.publish("news", "low"));
        cluster.high.admin(jedis -> jedis.publish("news", "high"));

        await().until(() -> messages.contains("low") && messages.contains("high"));
    }

    @Test
    void openSucceedsWhileAllNodesAreDownAndLaterCallsConnect() {
        cluster.low.stop();
        cluster.high.stop();
        try (RedisPort early = RedisPort.open(cluster.config(backend))) {
            assertThatThrownBy(() -> early.run(count(cluster.key(cluster.low, 101)), AMPLE))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContaining("127.0.0.1:" + cluster.low.port());
            assertThat(early.runAll(List.of(count("a")), AMPLE)).hasOnlyElementsOfType(RedisUnavailableException.class);
            cluster.low.startAgain();
            cluster.high.startAgain();
            await().ignoreExceptionsInstanceOf(RedisException.class)
                    .until(() -> early.run(count(cluster.key(cluster.low, 101)), AMPLE) != null);
        }
    }

    @Test
    void closeLeavesNoThreadAndNoConnection() {
        assertThat(port.run(count(cluster.key(cluster.low, 111)), AMPLE)).isEqualTo(1L);
        port.close();

        await().untilAsserted(() -> {
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("storm-lock-redis"));
            String clients = cluster.low.admin(Jedis::clientList);
            assertThat(clients).doesNotContain("name=storm-lock ");
        });
    }

    private static ScriptCall count(String key) {
        return Lua.call(COUNT, List.of(key), List.of());
    }

    private static int slot(String key) {
        return JedisClusterCRC16.getSlot(key);
    }

    private long redirections(String kind) {
        return TestCluster.redirections(cluster.low, kind) + TestCluster.redirections(cluster.high, kind);
    }
}
