package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.SECOND;
import static io.github.stormlock.redis.Lua.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A write ends within the same time as a read. */
@Tag("server")
class WritesTest {
    /** A text that is longer than the buffers of both ends together. */
    private static final String LARGE = "x".repeat(32 << 20);

    private static final String LENGTH = "return #ARGV[1]";

    private TestRedis redis;

    @BeforeEach
    void open() {
        redis = Backend.embedded().start();
    }

    @AfterEach
    void close() {
        redis.server().resume();
        redis.close();
    }

    private RedisPort port(Duration commandTimeout) {
        RedisPort port = RedisPort.open(Backend.embedded().config(redis).toBuilder()
                .commandTimeout(commandTimeout)
                .build());
        assertThat(port.run(call(LENGTH, "warm"), AMPLE)).isEqualTo(4L);
        return port;
    }

    @Test
    void serverThatReadsIsWrittenToOverTheSameConnectionAgainAndAgain() {
        try (RedisPort port = port(Duration.ofSeconds(20))) {
            for (int i = 0; i < 3; i++) {
                assertThat(port.run(call(LENGTH, LARGE), AMPLE)).isEqualTo((long) LARGE.length());
            }
            assertThat(port.pool()).isEqualTo(new PoolGauges(0, 1, 0));
        }
    }

    @Test
    void writeToAServerThatDoesNotReadEndsWithTheCommandTimeout() {
        try (RedisPort port = port(Duration.ofSeconds(1))) {
            redis.server().pause();

            CompletableFuture<Throwable> one =
                    CompletableFuture.supplyAsync(() -> catchThrowable(() -> port.run(call(LENGTH, LARGE), AMPLE)));

            assertThat(one)
                    .succeedsWithin(Duration.ofSeconds(10))
                    .isInstanceOf(RedisAnswerLostException.class)
                    .asString()
                    .contains("no answer came in time");
            assertThat(port.pool()).isEqualTo(new PoolGauges(0, 0, 0));
            redis.server().resume();
            assertThat(port.run(call(LENGTH, "again"), AMPLE)).isEqualTo(5L);
        }
    }

    @Test
    void writeToAServerThatDoesNotReadEndsWithTheBudgetOfItsCaller() {
        try (RedisPort port = port(Duration.ofSeconds(60))) {
            redis.server().pause();

            CompletableFuture<List<Object>> some = CompletableFuture.supplyAsync(
                    () -> port.runAll(List.of(call(LENGTH, "x"), call(LENGTH, LARGE)), SECOND));

            assertThat(some)
                    .succeedsWithin(Duration.ofSeconds(10))
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .hasSize(2)
                    .hasOnlyElementsOfType(RedisAnswerLostException.class);
        }
    }

    @Test
    void closeEndsAWriteUnderWay() {
        RedisPort port = port(Duration.ofSeconds(60));
        redis.server().pause();
        CompletableFuture<Throwable> one =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> port.run(call(LENGTH, LARGE), AMPLE)));
        await().until(() -> port.pool().active() == 1);

        port.close();

        assertThat(one).succeedsWithin(Duration.ofSeconds(10)).isInstanceOf(RedisException.class);
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("storm-lock-redis")));
    }
}
