package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A waiter holds no connection that the holder needs, and the watchdog needs none of the pool's. */
@OnRedis
class SmallPoolTest {
    private LockFixture fixture;

    private FaultProxy proxy;
    private RedisConfig one;

    @BeforeEach
    void open(RedisServer redis) {
        proxy = fixture.closing(FaultProxy.to(redis));
        one = fixture.configVia(proxy.uri()).toBuilder()
                .commandTimeout(LockFixture.LONG)
                .pool(PoolConfig.builder().maxTotal(1).maxWait(LockFixture.LONG).build())
                .build();
    }

    @Test
    void watchdogRenewsWhileThePoolIsDrained(EntryReader entries) throws Exception {
        RedisLockFactory locks = fixture.factory(one, LockFixture.leasesOf(Renewals.LEASE));
        Lease held = locks.mutex("site").acquire(LockFixture.LONG);
        proxy.holdRequestWhen(Faults.with("lock:{slow}"), 1);
        Future<Boolean> slow = fixture.start(
                () -> locks.mutex("slow").tryAcquire(Duration.ZERO).isPresent());
        await().until(() -> proxy.held() == 1);
        assertThat(locks.poolActive()).isEqualTo(1);
        Renewals.await(2, entries, "lock:{site}");
        assertThat(held.isHeld()).isTrue();
        proxy.releaseHeld();
        assertThat(LockFixture.result(slow)).isTrue();
        held.close();
    }

    @Test
    void updateThatInterruptsItsThreadWaitsForAConnectionAllTheSame(EntryReader entries) throws Exception {
        RedisLockFactory locks = fixture.factory(one, LockSettings.DEFAULT);
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        proxy.holdRequestWhen(Faults.with("lock:{slow}"), 1);
        Future<Boolean> slow = fixture.start(
                () -> locks.mutex("slow").tryAcquire(Duration.ZERO).isPresent());
        await().until(() -> proxy.held() == 1);
        Thread[] updater = new Thread[1];
        Future<Boolean> updating = fixture.start(() -> {
            page.change(view -> {
                view.add("hits", 1);
                updater[0] = Thread.currentThread();
                Thread.currentThread().interrupt();
            });
            return Thread.interrupted();
        });
        await().until(() ->
                updating.isDone() || (updater[0] != null && updater[0].getState() == Thread.State.TIMED_WAITING));
        proxy.releaseHeld();
        assertThat(LockFixture.result(updating)).as("the flag is kept").isTrue();
        assertThat(LockFixture.result(slow)).isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }
}
