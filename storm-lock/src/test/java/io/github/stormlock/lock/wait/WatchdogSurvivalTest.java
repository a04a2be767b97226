package io.github.stormlock.lock.wait;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Leases are renewed even if other things go wrong in the factory. */
@OnRedis.Own
class WatchdogSurvivalTest {
    private static final LockSettings SETTINGS = LockFixture.leasesOf(Renewals.LEASE);

    private EntryReader entries;

    private LockFixture fixture;

    @Test
    void errorOfAListenerDoesNotEndTheRenewals() {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        AtomicBoolean told = new AtomicBoolean();
        GuardedEntry<?> guarded = locks.guard("page", Entries.hash())
                .exclusive()
                .withLease(Duration.ofMillis(600))
                .withEvents(OnEvent.of(LockCount.LOST, () -> {
                    told.set(true);
                    throw new NoClassDefFoundError("metrics");
                }));
        assertThrown(
                LeaseLostException.class,
                () -> guarded.change(view -> {
                    fixture.foreigner().del("lock:{page}");
                    await().untilTrue(told);
                }));
        try (Lease lease = locks.mutex("site").acquire(LockFixture.LONG)) {
            Renewals.await(1, entries, "lock:{site}");
            assertThat(lease.isHeld()).isTrue();
        }
    }

    /** An uncaught exception would end the thread, and in a worker of Storm the worker. */
    @Test
    void actionThatThrowsEndsNoThread() throws Exception {
        RedisLockFactory locks = fixture.factory(
                SETTINGS.toBuilder().lease(Duration.ofMillis(600)).build());
        Lease lease = locks.mutex("site").acquire(LockFixture.LONG);
        BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            lease.onLost(() -> {
                threads.add(Thread.currentThread());
                throw new NoClassDefFoundError("of a user");
            });
        }
        fixture.foreigner().del("lock:{site}");
        Thread first = threads.poll(10, TimeUnit.SECONDS);
        assertThat(first).isNotNull();
        assertThat(threads.poll(10, TimeUnit.SECONDS)).isSameAs(first);
    }
}
