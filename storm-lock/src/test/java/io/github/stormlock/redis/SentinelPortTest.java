package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#all")
class SentinelPortTest {
    private static final ScriptCall COUNT =
            Lua.call(Lua.script("return redis.call('INCR', KEYS[1])"), List.of("n"), List.of());

    @Parameter
    Backend backend;

    private TestRedis primary;
    private TestRedis replica;
    private TestRedis sentinel;
    private RedisPort port;

    @BeforeEach
    void start() {
        primary = backend.start("--repl-diskless-sync-delay", "0");
        replica = backend.start("--replicaof", "127.0.0.1 " + primary.port(), "--repl-diskless-sync-delay", "0");
        sentinel = TestRedis.sentinel(
                backend.binary().orElseThrow(),
                "sentinel monitor mymaster 127.0.0.1 " + primary.port() + " 1\n"
                        + "sentinel down-after-milliseconds mymaster 1000\n");
        port = RedisPort.open(config());
    }

    @AfterEach
    void close() {
        if (port != null) {
            port.close();
            sentinel.close();
            replica.close();
            primary.close();
        }
    }

    @Test
    void scriptsFollowThePrimaryThroughAFailOver() {
        assertThat(port.run(COUNT, 5 * SECOND)).isEqualTo(1L);
        AtomicInteger subscribed = new AtomicInteger();
        Subscription subscription = port.subscribe("news", new SubscriptionListener() {
            @Override
            public void subscribed() {
                subscribed.incrementAndGet();
            }

            @Override
            public void message(byte[] payload) {}
        });
        await().until(subscription::isConfirmed);
        await().until(() -> replica.admin(jedis -> jedis.get("n")) != null);
        await().until(() ->
                sentinel.admin(jedis -> jedis.sentinelReplicas("mymaster").size()) == 1);

        await().ignoreExceptions().until(() -> sentinel.admin(jedis -> jedis.sentinelFailover("mymaster")) != null);

        await().atMost(Duration.ofSeconds(60))
                .until(() -> replica.admin(Jedis::role).get(0).equals("master"));
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() ->
                        port.run(COUNT, SECOND) instanceof Long && !"1".equals(replica.admin(jedis -> jedis.get("n"))));
        assertThat(port.isCluster()).isFalse();
    }

    @Test
    void masterThatNobodyWatchesIsNamed() {
        try (RedisPort wrong = RedisPort.open(config().withSentinels("nobody", config().nodes()))) {
            assertThatThrownBy(() -> wrong.run(COUNT, 5 * SECOND))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContaining("nobody");
        }
    }

    @Test
    void openSucceedsWhileTheSentinelsAreDownAndLaterCallsConnect() {
        sentinel.stop();
        try (RedisPort early = RedisPort.open(config())) {
            assertThatThrownBy(() -> early.run(COUNT, 5 * SECOND))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContaining("127.0.0.1:" + sentinel.port());
            sentinel.startAgain();
            await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> early.run(COUNT, SECOND) != null);
        }
    }

    @Test
    void silentSentinelHoldsNobodyUpLongerThanTheBudget() {
        sentinel.signal("STOP");
        long start = System.nanoTime();
        assertThatThrownBy(() -> port.run(COUNT, SECOND / 10)).isInstanceOf(RedisUnavailableException.class);

        assertThat(System.nanoTime() - start).isLessThan(SECOND);
    }

    @Test
    void closeLeavesNoThreadEvenWhileASentinelIsDown() {
        assertThat(port.run(COUNT, 5 * SECOND)).isEqualTo(1L);
        sentinel.stop();

        port.close();

        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("SentinelListener") || name.startsWith("storm-lock-redis")));
    }

    private RedisConfig config() {
        return backend.config(primary).withSentinels("mymaster", List.of(new Node("127.0.0.1", sentinel.port())));
    }
}
