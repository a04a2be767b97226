package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
    void closeWithManyLeasesAtAStoppedServerTakesNoLongerThanWithOne() {
        RedisConfig impatient = fixture.config().toBuilder()
                .commandTimeout(Faults.IMPATIENT)
                .connectTimeout(Faults.IMPATIENT)
                .build();
        RedisLockFactory locks = fixture.factory(impatient, SETTINGS);
        List<Lease> leases = leases(locks, 12);
        redis.pause();
        try {
            long began = System.nanoTime();
            locks.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("a second for each would be twelve")
                    .isLessThan(Duration.ofSeconds(11));
        } finally {
            redis.resume();
        }
        assertThat(leases).noneMatch(Lease::isHeld);
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
    void ownerWhoAsksAfterTheCloseIsToldAtOnce() throws Exception {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        Lease lease = leases(locks, 1).get(0);
        locks.close();
        CountDownLatch told = new CountDownLatch(1);
        lease.onLost(told::countDown);
        assertThat(told.await(10, TimeUnit.SECONDS)).as("the owner was told").isTrue();
    }

    /** Other updates are under way all the time, so that the connection is never without a user. */
    @Test
    void nothingIsBegunAfterACloseHoweverManyUpdatesOverlap() throws Exception {
        RedisLockFactory locks = fixture.factory();
        AtomicBoolean closed = new AtomicBoolean();
        AtomicInteger late = new AtomicInteger();
        CountDownLatch running = new CountDownLatch(40);
        List<Future<Throwable>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            GuardedEntry<HashEntry> page = locks.guard("page" + i, Entries.hash());
            callers.add(fixture.start(() -> catchThrowable(() -> {
                while (true) {
                    boolean begunLate = closed.get();
                    page.change(view -> view.add("hits", 1));
                    late.addAndGet(begunLate ? 1 : 0);
                    running.countDown();
                }
            })));
        }
        assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(locks.close(LockFixture.LONG)).isTrue();
        closed.set(true);
        for (Future<Throwable> caller : callers) {
            assertThat(LockFixture.result(caller))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        assertThat(late).hasValue(0);
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
                awaitUninterruptibly(goOn);
            });
        });
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(locks.close(Duration.ofMillis(10))).isFalse();
        GuardedBatch<HashEntry> batch = page.batch();
        batch.add("page", EventId.none(), view -> view.add("hits", 1));
        List<ThrowingCallable> calls = List.of(
                () -> page.change(view -> view.add("hits", 1)),
                () -> page.once(EventId.opaque("a"), view -> view.add("hits", 1)),
                () -> page.updateAsync(view -> view.addAndGet("hits", 1)),
                page::peek,
                () -> locks.mutex("other").tryAcquire(Duration.ZERO),
                () -> locks.mutex("other").asLock().lock(),
                () -> locks.guardAll(page).change(joint -> joint.get(page).add("hits", 1)),
                batch::run,
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

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
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

    @Test
    void updateThatWaitsForTheLockIsUnderWayAndMade() throws Exception {
        RedisLockFactory locks = fixture.factory();
        fixture.foreignHolds("lock:{page}", "foreign", 60_000);
        CountDownLatch waits = new CountDownLatch(1);
        GuardedEntry<HashEntry> page =
                locks.guard("page", Entries.hash()).withEvents(OnEvent.of("contended", waits::countDown));
        Future<Boolean> updating = fixture.start(() -> {
            page.change(view -> view.add("hits", 1));
        });
        assertThat(waits.await(20, TimeUnit.SECONDS)).isTrue();
        locks.close();
        fixture.foreignReleases("lock:{page}", "foreign");
        assertThat(LockFixture.result(updating)).isTrue();
        assertThat(locks.close(LockFixture.LONG)).isTrue();
        assertThat(fixture.entries().hash("page")).containsEntry("hits", "1");
    }
}
