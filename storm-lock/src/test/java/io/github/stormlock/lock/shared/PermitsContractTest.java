package io.github.stormlock.lock.shared;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.kind.Permits;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.UnifiedJedis;

@ContractTest
class PermitsContractTest {
    private static final String KEY = "lock-permits:{api}";
    private static final String WAITING = "lock-permits-wait:{api}";
    private static final Duration BRIEFLY = Duration.ofMillis(500);
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofSeconds(2));

    private LockFixture fixture;

    private RedisLockFactory mine;
    private RedisLockFactory theirs;
    private EntryReader entries;

    private long serverMillis() {
        return fixture.ofEach(Jedis::time).stream()
                .mapToLong(time -> Long.parseLong(time.get(0)) * 1_000 + Long.parseLong(time.get(1)) / 1_000)
                .max()
                .orElseThrow();
    }

    /** Leaves permits as a client does that is killed. */
    private void killedHolderOf(int permits, long millis) {
        UnifiedJedis redis = fixture.foreigner();
        long ends = serverMillis() + millis;
        for (int i = 1; i <= permits; i++) {
            redis.zadd(KEY, ends, "storm-lock:s:killed:1.p1." + permits + ".9:" + i);
        }
        redis.pexpireAt(KEY, ends);
    }

    private Future<Lease> waits(Permits permits, int wanted) {
        int before = noted();
        Future<Lease> waiting = fixture.start(() -> permits.acquire(wanted, LockFixture.LONG));
        await().pollInterval(Duration.ofMillis(5)).until(() -> noted() > before);
        return waiting;
    }

    private int noted() {
        return (int) entries.sortedSet(WAITING).keySet().stream()
                .filter(member -> member.startsWith("storm-lock:"))
                .count();
    }

    @Test
    void asManyAsThereAreGetInAndTheNextOneAfterARelease() {
        Permits permits = mine.permits("api", 3);
        Lease first = permits.acquire(1, LockFixture.LONG);
        try (Lease second = theirs.permits("api", 3).acquire(1, LockFixture.LONG);
                Lease third = permits.acquire(1, LockFixture.LONG)) {
            assertThat(permits.inUse()).isEqualTo(3);
            assertThat(theirs.permits("api", 3).tryAcquire(1, Duration.ZERO)).isEmpty();
            first.close();
            try (Lease fourth = theirs.permits("api", 3).acquire(1, Duration.ZERO)) {
                assertThat(fourth.isHeld() && second.isHeld() && third.isHeld()).isTrue();
            }
        }
        assertThat(permits.inUse()).isZero();
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void largeRequestIsNotOvertakenBySmallOnes() throws Exception {
        Permits permits = theirs.permits("api", 5);
        Lease first = permits.acquire(1, LockFixture.LONG);
        Lease second = permits.acquire(1, LockFixture.LONG);
        Lease third = permits.acquire(1, LockFixture.LONG);
        Future<Lease> large = waits(mine.permits("api", 5), 4);
        assertThat(permits.tryAcquire(1, Duration.ZERO)).isEmpty();
        Future<Lease> small = waits(permits, 2);
        first.close();
        assertThat(permits.tryAcquire(1, BRIEFLY)).isEmpty();
        assertThat(large).isNotDone();
        assertThat(small).isNotDone();
        second.close();
        try (Lease four = LockFixture.result(large)) {
            assertThat(four.isHeld()).isTrue();
            assertThat(permits.inUse()).isEqualTo(5);
            assertThat(small).isNotDone();
        }
        LockFixture.result(small).close();
        third.close();
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void smallRequestIsServedAtOnceWhenTheLargeOneBeforeItGivesUp() throws Exception {
        Permits permits = theirs.permits("api", 2);
        try (Lease one = permits.acquire(1, LockFixture.LONG)) {
            Future<Lease> large = waits(mine.permits("api", 2), 2);
            Future<Lease> small = waits(permits, 1);
            assertThat(large.cancel(true)).isTrue();
            LockFixture.result(small).close();
            assertThat(one.isHeld()).isTrue();
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    /** A release serves several waiters in one step; those that fit get in together. */
    @Test
    void oneReleaseLetsAllInWhoFit() throws Exception {
        Permits permits = theirs.permits("api", 3);
        Lease all = permits.acquire(3, LockFixture.LONG);
        Future<Lease> first = waits(mine.permits("api", 3), 1);
        Future<Lease> second = waits(permits, 2);
        all.close();
        try (Lease one = LockFixture.result(first);
                Lease two = LockFixture.result(second)) {
            assertThat(permits.inUse()).isEqualTo(3);
            assertThat(one.isHeld() && two.isHeld()).isTrue();
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    /**
     * No poll finds them free meanwhile, so nobody who is nearer to Redis can take them before. They are kept for 50 ms, so
     * a round that a busy machine made longer shows nothing.
     */
    @ParameterizedTest
    @CsvSource({"3, 2", "1, 1"})
    void releaseGivesWhatIsFreeToTheFirstWaiterInTheSameStep(int size, int wanted) throws Exception {
        int seen = 0;
        while (seen < 5) {
            Lease all = theirs.permits("api", size).acquire(size, LockFixture.LONG);
            Future<Lease> waiting = waits(mine.permits("api", size), wanted);
            long begun = System.nanoTime();
            all.close();
            int given = entries.sortedSet(KEY).size();
            if (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(40)) {
                assertThat(given).isEqualTo(wanted);
                seen++;
            }
            LockFixture.result(waiting).close();
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void requestThatCanNeverBeGrantedIsRefusedBeforeAnythingIsSent() {
        Permits permits = mine.permits("api", 2);
        for (int wanted : new int[] {0, -1, 3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> permits.tryAcquire(wanted, Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("api", String.valueOf(wanted), "1 to 2");
        }
        assertThatThrownBy(() -> mine.permits("api", Integer.MAX_VALUE).acquire(1_001, BRIEFLY))
                .hasMessageContaining("1 to 1000");
        assertThrown(IllegalArgumentException.class, () -> permits.acquire(1, Duration.ofMillis(-1)), "negative");
        assertThrown(IllegalArgumentException.class, () -> mine.permits("api", 0), "api", "0", "1 or more");
        assertThat(mine.poolIdle() + mine.poolActive()).isZero();
    }

    @Test
    void largestNumbersDoNotOverflow() {
        Permits permits = mine.permits("api", Integer.MAX_VALUE);
        try (Lease thousand = permits.acquire(Permits.MOST_WANTED, LockFixture.LONG);
                Lease another = permits.acquire(Permits.MOST_WANTED, LockFixture.LONG)) {
            assertThat(permits.inUse()).isEqualTo(2_000);
            assertThat(thousand.isHeld() && another.isHeld()).isTrue();
        }
        assertThat(permits.inUse()).isZero();
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void lostLeaseIsToldAndItsReleaseFreesNothingOfAnother() {
        Permits permits = fixture.factory(BRIEF).permits("api", 2);
        AtomicInteger told = new AtomicInteger();
        Lease lost = permits.acquire(2, LockFixture.LONG);
        lost.onLost(told::incrementAndGet);
        fixture.foreigner().del(KEY);
        try (Lease another = theirs.permits("api", 2).acquire(2, LockFixture.LONG)) {
            await().untilAtomic(told, Matchers.is(1));
            assertThat(lost.isHeld()).isFalse();
            lost.close();
            assertThat(permits.inUse()).isEqualTo(2);
            assertThat(another.isHeld()).isTrue();
        }
        assertThat(told).hasValue(1);
    }

    @Test
    void livingHolderIsRenewedAsAWhole() {
        LockSettings settings =
                LockSettings.builder().lease(Duration.ofSeconds(6)).build();
        Permits permits = fixture.factory(settings).permits("api", 3);
        try (Lease lease = permits.acquire(2, LockFixture.LONG)) {
            Map<String, Double> before = entries.sortedSet(KEY);
            await().until(() -> entries.sortedSet(KEY).values().stream()
                    .allMatch(end -> before.values().stream().allMatch(old -> end - old > 1_000)));
            assertThat(lease.isHeld()).isTrue();
            assertThat(permits.inUse()).isEqualTo(2);
            // The end is the server's time and no later than a lease from now.
            assertThat(entries.sortedSet(KEY).values())
                    .allSatisfy(end -> assertThat(end).isLessThanOrEqualTo(serverMillis() + 6_010.0));
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void serverThatLosesAllTellsHoldersAndHasAllPermitsAgain() throws Exception {
        Permits permits = fixture.factory(BRIEF).permits("api", 2);
        AtomicInteger told = new AtomicInteger();
        Lease lost = permits.acquire(2, LockFixture.LONG);
        lost.onLost(told::incrementAndGet);
        Future<Lease> waiting = waits(mine.permits("api", 2), 2);
        fixture.ofEach(Jedis::flushAll);
        await().untilAtomic(told, Matchers.is(1));
        try (Lease next = LockFixture.result(waiting)) {
            assertThat(next.isHeld()).isTrue();
            assertThat(permits.inUse()).isEqualTo(2);
        }
        assertThat(permits.inUse()).isZero();
    }

    /** The permits run by the size that the client which takes them names. */
    @Test
    void clientsThatNameDifferentSizesAreEachJudgedByTheirOwn() {
        Permits small = mine.permits("api", 2);
        Permits large = theirs.permits("api", 4);
        try (Lease two = small.acquire(2, LockFixture.LONG)) {
            assertThat(small.tryAcquire(1, Duration.ZERO)).isEmpty();
            Lease more = large.acquire(2, LockFixture.LONG);
            assertThat(large.tryAcquire(1, Duration.ZERO)).isEmpty();
            assertThat(two.isHeld()).isTrue();
            two.close();
            assertThat(small.tryAcquire(1, Duration.ZERO)).isEmpty();
            more.close();
        }
        small.acquire(2, Duration.ZERO).close();
    }

    @Test
    void nothingIsChangedUnderPermitsAndTheyHaveNoFence() {
        try (Lease lease = mine.permits("api", 1).acquire(1, LockFixture.LONG)) {
            assertThatThrownBy(() -> mine.guard("api", Entries.hash()).updateUnder(lease, Object::toString))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContainingAll("permits", "api", "mutex");
            assertThrown(UnsupportedOperationException.class, lease::fence, "fence");
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    @Test
    void timedOutWaitNamesThePermitsAndHowManyAreInUse() {
        Lease lease = mine.permits("api", 2).acquire(2, LockFixture.LONG);
        assertThatThrownBy(() -> theirs.permits("api", 2).acquire(1, BRIEFLY))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContainingAll("api", "500 ms", "2 permits are in use");
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactly(KEY));
        assertThat(lease.isHeld()).isTrue();
    }

    /** A permit that is left beyond its end is neither counted nor in the way. */
    @Test
    void endedPermitsThatStandBesideOthersAreNotCounted() {
        fixture.foreigner().zadd(KEY, 1, "storm-lock:s:gone:1.p1.1.2:1");
        Permits permits = mine.permits("api", 1);
        assertThat(permits.inUse()).isZero();
        permits.acquire(1, Duration.ZERO).close();
        await().until(() -> entries.keys("*").isEmpty());
        fixture.foreigner().zadd(KEY, 1, "storm-lock:s:gone:1.p1.1.2:1");
        permits.acquire(1, Duration.ZERO).close();
        await().until(() -> entries.keys("*").isEmpty());
    }

    /** Its note still stands when it takes them: nobody gave them to it. */
    @Test
    void waiterThatTakesWhatADeadHolderHadHasThemForAWholeLease() throws Exception {
        killedHolderOf(5, 3_000);
        try (Lease lease = LockFixture.result(waits(mine.permits("api", 5), 2))) {
            assertThat(lease.remaining()).isGreaterThan(Duration.ofSeconds(1));
            assertThat(entries.sortedSet(KEY).values()).hasSize(2).allSatisfy(ends -> assertThat(ends)
                    .isGreaterThan(serverMillis() + 1_000.0));
        }
        await().until(() -> entries.keys("*").isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"string", "hash"})
    void keyThatAnotherProgramHasIsNamedInAnError(String type) {
        UnifiedJedis redis = fixture.foreigner();
        if (type.equals("hash")) {
            redis.hset(KEY, "a", "b");
        } else {
            redis.set(KEY, "b");
        }
        Permits permits = mine.permits("api", 2);
        for (Duration wait : new Duration[] {Duration.ZERO, BRIEFLY}) {
            assertThrown(
                    LockUnavailableException.class, () -> permits.tryAcquire(1, wait), KEY, type, "delete that key");
        }
        assertThrown(LockUnavailableException.class, permits::inUse, KEY, type);
        assertThat(redis.exists(KEY)).isTrue();
    }
}
