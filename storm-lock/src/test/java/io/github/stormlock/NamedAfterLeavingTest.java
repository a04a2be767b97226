package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An update that times out asks who holds the lock when it leads no more, so that nobody waits for the answer. */
@OnRedis
class NamedAfterLeavingTest {
    private static final LockSettings SETTINGS = LockSettings.builder()
            .lease(Duration.ofMillis(500))
            .waitMax(Duration.ofSeconds(1))
            .build();

    private static GuardedEntry<HashEntry> guard(FactoryRuntime runtime, Duration wait) {
        LockSettings settings = SETTINGS.toBuilder().waitMax(wait).build();
        return Runtimes.guard(runtime, Entries.hash(), "page", LockEvents.NONE, settings);
    }

    @Test
    void nextUpdateOfTheQueueLeadsWhileTheHolderIsAskedFor(RedisServer redis) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        FactoryRuntime runtime =
                FactoryRuntime.start("", RedisConfig.fromUri(redis.uri().toString()), SETTINGS, Ticker.SYSTEM);
        try (LockFixture fixture = new LockFixture(redis)) {
            runtime.locks().namesHoldersBy(holder -> {
                asked.countDown();
                await().atMost(LockFixture.LONG).until(() -> written.getCount() == 0);
                return "somebody";
            });
            fixture.foreignHolds("lock:{page}", "foreign", 60_000);
            Future<Boolean> first = fixture.start(() -> {
                assertThatThrownBy(() -> guard(runtime, Duration.ofSeconds(1)).change(page -> page.add("n", 1)))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessageContaining("it is held by somebody");
            });
            await().atMost(LockFixture.LONG)
                    .until(() -> runtime.updates().lines().size() == 1);
            Future<Boolean> next = fixture.start(() -> {
                guard(runtime, Duration.ofSeconds(10)).change(page -> page.add("n", 1));
            });
            assertThat(asked.await(LockFixture.LONG.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            fixture.foreignReleases("lock:{page}", "foreign");
            assertThat(LockFixture.result(next)).isTrue();
            written.countDown();
            assertThat(LockFixture.result(first)).isTrue();
        } finally {
            runtime.close();
        }
    }
}
