package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A factory is closed while leases of it stand. */
@OnRedis.Own
class ClosingTest {
    private static final LockSettings SETTINGS = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofMinutes(1));

    private RedisServer redis;

    private LockFixture fixture;

    private static List<Lease> leases(RedisLockFactory locks, int count) {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leases.add(locks.mutex("site" + i).acquire(LockFixture.LONG));
        }
        return leases;
    }

    @Test
    void closeGivesAllLeasesBackAndTellsTheirOwners() throws Exception {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        List<Lease> leases = leases(locks, 3);
        CountDownLatch told = new CountDownLatch(3);
        leases.forEach(lease -> lease.onLost(told::countDown));
        Lease closed = locks.mutex("closed").acquire(LockFixture.LONG);
        CountDownLatch never = new CountDownLatch(1);
        closed.onLost(never::countDown);
        closed.close();
        locks.close();
        assertThat(told.await(10, TimeUnit.SECONDS)).as("owners were told").isTrue();
        try (EntryReader entries = EntryReader.of(redis)) {
            assertThat(entries.keys("*")).isEmpty();
        }
        assertThat(never.getCount()).as("given back before").isEqualTo(1);
    }

    @Test
    void ownersAreToldOfACloseThatCannotGiveTheirLeasesBack() throws Exception {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        Lease lease = leases(locks, 1).get(0);
        CountDownLatch told = new CountDownLatch(1);
        lease.onLost(told::countDown);
        redis.kill();
        locks.close();
        assertThat(told.await(10, TimeUnit.SECONDS)).as("the owner was told").isTrue();
    }

    @Test
    void updateUnderWayIsMadeAndEverythingNewIsRefused() throws Exception {
        RedisLockFactory locks = fixture.factory();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        Lease lease = locks.mutex("report").acquire(LockFixture.LONG);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<Boolean> updating = fixture.start(() -> {
            page.change(view -> {
                view.add("hits", 1);
                begun.countDown();
                LockFixture.awaitOpen(goOn);
            });
        });
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(locks.close(Duration.ofMillis(10))).isFalse();
        List<ThrowingCallable> calls = List.of(
                () -> page.change(view -> view.add("hits", 1)),
                () -> page.once(EventId.opaque("a"), view -> view.add("hits", 1)),
                () -> page.updateAsync(view -> view.addAndGet("hits", 1)),
                page::peek,
                () -> locks.mutex("other").tryAcquire(Duration.ZERO),
                () -> locks.mutex("other").asLock().lock(),
                () -> locks.guardAll(page).change(joint -> joint.get(page).add("hits", 1)),
                locks::check);
        for (int i = 0; i < calls.size(); i++) {
            assertThatThrownBy(calls.get(i))
                    .as("call " + i)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(lease.isHeld()).as("until the last of those under way").isTrue();
        lease.close();
        goOn.countDown();
        assertThat(LockFixture.result(updating)).isTrue();
        assertThat(locks.close(LockFixture.LONG)).isTrue();
        assertThat(fixture.entries().hash("page")).containsEntry("hits", "1");
        assertThat(fixture.entries().keys("lock:*")).isEmpty();
    }

    @Test
    void allWhoWaitForALockAreRefusedAndNoneIsGrantedIt() throws Exception {
        RedisLockFactory holder = fixture.factory(SETTINGS);
        RedisLockFactory locks = fixture.factory(SETTINGS);
        Lease held = holder.mutex("report").acquire(LockFixture.LONG);
        Lease own = locks.mutex("own").acquire(LockFixture.LONG);
        List<Future<Throwable>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(fixture.start(
                    () -> catchThrowable(() -> locks.mutex("report").acquire(Duration.ofMinutes(1)))));
            waiting.add(
                    fixture.start(() -> catchThrowable(() -> locks.mutex("own").acquire(Duration.ofMinutes(1)))));
        }
        LockFixture.awaitKeys(fixture.entries(), "lock-wait:*", 2);
        locks.close();
        for (Future<Throwable> waiter : waiting) {
            assertThat(LockFixture.result(waiter))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(own.isHeld()).isFalse();
        held.close();
        await().until(() -> fixture.entries().keys("lock*").stream().noneMatch(key -> !key.startsWith("lock-info")));
    }
}
