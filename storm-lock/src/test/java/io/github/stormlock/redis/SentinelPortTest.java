package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.test.RedisSentinels;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#each")
@Tag("server")
@Tag("modes")
class SentinelPortTest {
    private static final ScriptCall COUNT =
            Lua.call(Lua.script("return redis.call('INCR', KEYS[1])"), List.of("n"), List.of());

    @Parameter
    Backend backend;

    @AutoClose
    private final Opened opened = new Opened();

    private RedisSentinels all;
    private RedisServer sentinel;
    private RedisPort port;
    private Set<Thread> before;

    @BeforeEach
    void start() {
        before = Thread.getAllStackTraces().keySet();
        all = opened.add(backend.startSentinels());
        sentinel = all.sentinels().get(0);
        port = opened.add(RedisPort.open(config()));
    }

    @Test
    void scriptsFollowThePrimaryThroughAFailOver() {
        awaitFirstAnswer(port);
        Subscription subscription = port.subscribe("news", new HeardMessages());
        await().until(subscription::isConfirmed);
        RedisServer replica = all.replica();
        await().until(() -> ask(replica, jedis -> jedis.get("n")) != null);

        assertThat(all.failOver()).isEqualTo(replica);

        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> port.run(COUNT, AMPLE) != null);
        String counted = ask(replica, jedis -> jedis.get("n"));
        assertThat(counted).isEqualTo("2");
        await().ignoreExceptions().until(() -> {
            subscription.ping();
            return ask(replica, jedis -> jedis.pubsubNumSub("news").get("news")) == 1;
        });
        assertThat(port.isCluster()).isFalse();
    }

    @Test
    void masterThatNobodyWatchesIsNamed() {
        try (RedisPort wrong = RedisPort.open(
                config().toBuilder().sentinels("nobody", config().nodes()).build())) {
            assertThrown(RedisUnavailableException.class, () -> wrong.run(COUNT, AMPLE), "nobody");
        }
    }

    @Test
    void openSucceedsWhileTheSentinelsAreDownAndLaterCallsConnect() {
        sentinel.kill();
        try (RedisPort early = RedisPort.open(config())) {
            assertThrown(
                    RedisUnavailableException.class, () -> early.run(COUNT, AMPLE), "127.0.0.1:" + sentinel.port());
            sentinel.restart();
            awaitFirstAnswer(early);
        }
    }

    @Test
    void silentSentinelHoldsNobodyUpLongerThanTheBudget() {
        sentinel.pause();
        Duration half = Duration.ofSeconds(30);
        try (RedisPort patient = RedisPort.open(
                config().toBuilder().connectTimeout(half).commandTimeout(half).build())) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> patient.run(COUNT, SECOND / 10)).isInstanceOf(RedisUnavailableException.class);

            assertThat(System.nanoTime() - start).isLessThan(15 * SECOND);
        }
    }

    @Test
    void closeLeavesNoThreadEvenWhileASentinelIsDown() {
        awaitFirstAnswer(port);
        sentinel.kill();

        port.close();

        awaitNoThread();
    }

    /** Other tests of this JVM may keep servers, and threads that watch them. */
    private void awaitNoThread() {
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !before.contains(thread))
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("storm-lock-redis")));
    }

    /** Waits for the first answer. A sentinel that was just started may be busy writing its configuration. */
    private static void awaitFirstAnswer(RedisPort port) {
        await().ignoreExceptionsInstanceOf(RedisException.class).until(() -> port.run(COUNT, AMPLE) != null);
    }

    private static <T> T ask(RedisServer server, Function<Jedis, T> question) {
        try (Jedis jedis = new Jedis(server.uri())) {
            return question.apply(jedis);
        }
    }

    private RedisConfig config() {
        return backend.config(all);
    }
}
