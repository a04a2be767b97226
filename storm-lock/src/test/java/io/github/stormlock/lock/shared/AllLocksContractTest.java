package io.github.stormlock.lock.shared;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.contract.ContractVariant;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;

/** Several locks that are held together. One hash tag keeps them in one slot of a cluster. */
@ContractTest
class AllLocksContractTest {
    private static final Duration BRIEFLY = Duration.ofMillis(250);
    private static final LockSettings ENDLESS = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofHours(1));

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory mine;
    private RedisLockFactory theirs;
    private EntryReader entries;

    private static String key(String name) {
        return "lock:{t}:" + name;
    }

    private boolean isFree(String name) {
        return entries.string(key(name)).isEmpty();
    }

    private void stranger(String name, long millis) {
        fixture.foreignHolds(key(name), "stranger", millis);
    }

    @Test
    void allAreHeldAndOneReleaseFreesAll() {
        Lease lease = mine.all("{t}c", "{t}a", "{t}b").acquire(LockFixture.LONG);
        assertThat(lease.isHeld()).isTrue();
        for (String name : List.of("{t}a", "{t}b", "{t}c")) {
            assertThat(theirs.mutex(name).tryAcquire(Duration.ZERO)).isEmpty();
        }
        assertThat(theirs.all("{t}c", "{t}d").tryAcquire(Duration.ZERO)).isEmpty();
        assertThat(isFree("{t}d")).isTrue();
        lease.close();
        lease.close();
        assertThat(lease.isHeld()).isFalse();
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void oneThatIsHeldByAnotherRefusesAllAndLeavesTheOthersFree() {
        for (String held : List.of("{t}a", "{t}b", "{t}c")) {
            try (Lease one = theirs.mutex(held).acquire(LockFixture.LONG)) {
                assertThat(mine.all("{t}a", "{t}b", "{t}c").tryAcquire(Duration.ZERO))
                        .isEmpty();
                assertThat(entries.keys("*")).containsExactly(key(held));
                assertThatThrownBy(() -> mine.all("{t}a", "{t}b", "{t}c").acquire(BRIEFLY))
                        .isInstanceOf(LockTimeoutException.class)
                        .hasMessageContainingAll("{t}a", "{t}b", "{t}c", "250 ms", one.token());
                assertThat(entries.keys("lock:*")).containsExactly(key(held));
            }
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void waiterHoldsNoneOfThemMeanwhileAndIsGrantedWithTheLast() throws Exception {
        Lease b = theirs.mutex("{t}b").acquire(LockFixture.LONG);
        Future<Lease> waiting =
                fixture.start(() -> mine.all("{t}a", "{t}b", "{t}c").acquire(LockFixture.LONG));
        await().until(() -> fixture.foreigner().exists("lock-wait:{t}:{t}b"));
        for (String name : List.of("{t}a", "{t}c")) {
            theirs.mutex(name).acquire(LockFixture.LONG).close();
        }
        assertThat(waiting).isNotDone();
        b.close();
        try (Lease lease = LockFixture.result(waiting)) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(isFree("{t}a") || isFree("{t}b") || isFree("{t}c")).isFalse();
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void wrongNamesAreRefusedBeforeAnythingIsSent() {
        assertThrown(IllegalArgumentException.class, () -> mine.all(List.of()), "1 to 64");
        assertThrown(IllegalArgumentException.class, () -> mine.all(names(65)), "65", "1 to 64");
        assertThrown(IllegalArgumentException.class, () -> mine.all("{t}a", "{t}b", "{t}a"), "a comes twice");
        assertThatThrownBy(() -> mine.all("{t}a", "lock:b")).isInstanceOf(IllegalArgumentException.class);
        assertThrown(
                IllegalArgumentException.class, () -> mine.all("{t}a", "{t}b").acquire(Duration.ofMillis(-1)));
        assertThat(mine.poolIdle() + mine.poolActive()).isZero();
    }

    @Test
    void locksOfTwoSlotsAreRefusedWithTheWayOut() {
        if (variant.mode() == Mode.CLUSTER) {
            assertThatThrownBy(() -> mine.all("a", "b"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("a and b", "two hash slots", "one hash tag", "{bank}:a");
        } else {
            mine.all("a", "b").acquire(LockFixture.LONG).close();
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    private static Collection<String> names(int many) {
        return IntStream.range(0, many).mapToObj(i -> "{t}n" + i).toList();
    }

    @Test
    void sixtyFourLocksAreHeldTogether() {
        try (Lease lease = mine.all(names(64)).acquire(LockFixture.LONG)) {
            assertThat(lease.isHeld()).isTrue();
            assertThat(entries.keys("lock:*")).hasSize(64);
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void lostPartIsToldOnceAndTheOthersAreGivenBackSoon() {
        DistributedLock lock = fixture.factory(
                        ENDLESS.toBuilder().lease(Duration.ofSeconds(3)).build())
                .all("{t}a", "{t}b", "{t}c");
        long quickest = Long.MAX_VALUE;
        for (String part : List.of("{t}a", "{t}b", "{t}c")) {
            AtomicInteger told = new AtomicInteger();
            Lease lease = lock.acquire(LockFixture.LONG);
            lease.onLost(() -> {
                told.incrementAndGet();
                throw new IllegalStateException("by a listener");
            });
            lease.onLost(told::incrementAndGet);
            fixture.foreigner().set(key(part), "another");
            await().untilAtomic(told, Matchers.is(2));
            long lost = System.nanoTime();
            assertThat(lease.isHeld()).isFalse();
            assertThat(lease.remaining()).isZero();
            await().until(() -> entries.keys("lock:*").equals(java.util.Set.of(key(part))));
            quickest = Math.min(quickest, System.nanoTime() - lost);
            lease.onLost(told::incrementAndGet);
            await().untilAtomic(told, Matchers.is(3));
            lease.close();
            assertThat(entries.string(key(part))).hasValue("another");
            fixture.foreigner().del(key(part));
        }
        // By themselves they end two seconds after the renewal that was refused.
        assertThat(Duration.ofNanos(quickest)).isLessThan(Duration.ofMillis(1_200));
    }

    @Test
    void unlockAfterOnePartWasLostIsToldAndFreesTheOthers() {
        Lock lock = fixture.factory(ENDLESS).all("{t}a", "{t}b", "{t}c").asLock();
        lock.lock();
        fixture.foreigner().set(key("{t}b"), "another");
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThat(entries.keys("lock:*")).containsExactly(key("{t}b"));
    }

    @Test
    void viewCountsTheSameSetInAnyOrder() throws Exception {
        Lock lock = mine.all("{t}a", "{t}b").asLock();
        Lock same = mine.all("{t}b", "{t}a").asLock();
        lock.lock();
        same.lock();
        assertThat(lock.tryLock(10, TimeUnit.MILLISECONDS)).isTrue();
        lock.unlock();
        same.unlock();
        assertThat(isFree("{t}a") || isFree("{t}b")).isFalse();
        lock.unlock();
        assertThat(entries.keys("*")).isEmpty();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    /** The wait would be for the own thread. */
    @Test
    void setThatOverlapsWithOwnLocksIsRefusedAndNeverHalfHeld() {
        Lock lock = mine.all("{t}a", "{t}b").asLock();
        lock.lock();
        for (DistributedLock other :
                List.of(mine.all("{t}a"), mine.all("{t}b", "{t}c"), mine.all("{t}0", "{t}a"), mine.mutex("{t}b"))) {
            assertThat(other.asLock().tryLock()).isFalse();
            assertThrown(IllegalStateException.class, () -> other.asLock().lock(), "wait for itself");
        }
        assertThat(entries.keys("lock:*")).containsExactlyInAnyOrder(key("{t}a"), key("{t}b"));
        lock.unlock();
        assertThat(isFree("{t}a") && isFree("{t}b")).isTrue();
    }

    /** Messages name some of many, and the beginning of what is long. Two such sets are two locks all the same. */
    @Test
    void setsThatLookAlikeInMessagesAreToldApart() {
        List<List<String>> pairs = List.of(
                List.of("{t}a", "{t}b", "{t}c", "{t}d", "{t}e"),
                List.of("{t}a", "{t}b", "{t}c", "{t}x", "{t}y"),
                List.of("{t}x".repeat(100) + "1", "{t}z"),
                List.of("{t}x".repeat(100) + "2", "{t}z"),
                List.of("{t}p", "{t}q"),
                List.of("{t}p and {t}q"),
                List.of("{t}p, {t}q"));
        for (int i = 0; i < pairs.size(); i++) {
            for (int j = 0; j < pairs.size(); j++) {
                if (i != j) {
                    Lock one = mine.all(pairs.get(i)).asLock();
                    one.lock();
                    Lock other = mine.all(pairs.get(j)).asLock();
                    boolean taken = other.tryLock();
                    boolean disjoint = pairs.get(i).stream().noneMatch(pairs.get(j)::contains);
                    assertThat(taken).as("%s under %s", j, i).isEqualTo(disjoint);
                    if (taken) {
                        assertThat(entries.keys("lock:*"))
                                .hasSize(pairs.get(i).size() + pairs.get(j).size());
                        other.unlock();
                    }
                    one.unlock();
                }
            }
        }
    }

    @Test
    void nothingIsChangedUnderASetAndItHasNoFence() {
        Lease lease = mine.all("{t}a", "{t}b", "{t}c").acquire(LockFixture.LONG);
        assertThatThrownBy(() -> mine.guard("{t}a", Entries.hash()).updateUnder(lease, Object::toString))
                .isInstanceOfAny(UnsupportedOperationException.class, IllegalArgumentException.class)
                .hasMessageContaining("multi lock");
        assertThatThrownBy(lease::fence).isInstanceOf(UnsupportedOperationException.class);
    }
}
