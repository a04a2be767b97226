package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig.Node;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#each")
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
        replica = backend.start("--replicaof", "127.0.0.1", "" + primary.port(), "--repl-diskless-sync-delay", "0");
        sentinel = TestRedis.sentinel(
                backend.binary().orElseThrow(),
                "sentinel monitor mymaster 127.0.0.1 " + primary.port() + " 1\n"
                        + "sentinel down-after-milliseconds mymaster 1000\n");
        port = RedisPort.open(config());
    }

    @AfterEach
    void close() {
        Stream.of(port, sentinel, replica, primary).filter(Objects::nonNull).forEach(SentinelPortTest::close);
    }

    @Test
    void scriptsFollowThePrimaryThroughAFailOver() {
        awaitFirstAnswer(port);
        Subscription subscription = port.subscribe("news", new SubscriptionListener() {
            @Override
            public void subscribed() {}

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
        long before = Long.parseLong(replica.admin(jedis -> jedis.get("n")));
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> port.run(COUNT, AMPLE) != null
                        && Long.parseLong(replica.admin(jedis -> jedis.get("n"))) > before);
        await().ignoreExceptions().until(() -> {
            subscription.ping();
            return replica.admin(jedis -> jedis.pubsubNumSub("news").get("news")) == 1;
        });
        assertThat(port.isCluster()).isFalse();
    }

    @Test
    void masterThatNobodyWatchesIsNamed() {
        try (RedisPort wrong = RedisPort.open(config().withSentinels("nobody", config().nodes()))) {
            assertThatThrownBy(() -> wrong.run(COUNT, AMPLE))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContaining("nobody");
        }
    }

    @Test
    void openSucceedsWhileTheSentinelsAreDownAndLaterCallsConnect() {
        sentinel.stop();
        try (RedisPort early = RedisPort.open(config())) {
            assertThatThrownBy(() -> early.run(COUNT, AMPLE))
                    .isInstanceOf(RedisUnavailableException.class)
                    .hasMessageContaining("127.0.0.1:" + sentinel.port());
            sentinel.startAgain();
            awaitFirstAnswer(early);
        }
    }

    @Test
    void silentSentinelHoldsNobodyUpLongerThanTheBudget() {
        sentinel.signal("STOP");
        Duration half = Duration.ofSeconds(30);
        try (RedisPort patient =
                RedisPort.open(config().withConnectTimeout(half).withCommandTimeout(half))) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> patient.run(COUNT, SECOND / 10)).isInstanceOf(RedisUnavailableException.class);

            assertThat(System.nanoTime() - start).isLessThan(15 * SECOND);
        }
    }

    @Test
    void closeLeavesNoThreadEvenWhileASentinelIsDown() {
        awaitFirstAnswer(port);
        sentinel.stop();

        port.close();

        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("SentinelListener") || name.startsWith("storm-lock-redis")));
    }

    /** A sentinel that was just started may be busy writing its configuration. */
    private static void awaitFirstAnswer(RedisPort port) {
        await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> port.run(COUNT, AMPLE) != null);
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private RedisConfig config() {
        return backend.config(primary).withSentinels("mymaster", List.of(new Node("127.0.0.1", sentinel.port())));
    }
}
