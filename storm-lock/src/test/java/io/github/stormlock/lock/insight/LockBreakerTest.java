package io.github.stormlock.lock.insight;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.insight.LockBreaker.Broken;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** What happens to all sides when an operator breaks a lock. */
@ContractTest
class LockBreakerTest {
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final LockSettings SETTINGS = LockFixture.leasesOf(LEASE);
    private static final LockNames NAMES = LockNames.of("");

    private LockFixture fixture;

    private RedisLockFactory mine;
    private RedisLockFactory theirs;
    private UnifiedJedis redis;
    private LockBreaker breaker;

    @BeforeEach
    void open() {
        mine = fixture.factory(SETTINGS);
        theirs = fixture.factory(SETTINGS);
        redis = fixture.foreigner();
        breaker = LockBreaker.of(fixture.closing(RedisPort.open(fixture.config())), "");
    }

    private String standing(String entry) {
        await().until(() -> redis.get(NAMES.lock(entry)) != null);
        return redis.get(NAMES.lock(entry));
    }

    private void awaitWaiters(String entry, int count) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> redis.zcount(NAMES.waiting(entry), "(0", "+inf") == count);
    }

    @Test
    void tokenThatMovedOnIsNotBroken() {
        DistributedLock lock = mine.mutex("site");
        Lease first = lock.acquire(MOST);
        String seen = standing("site");
        first.close();
        assertThat(breaker.breakHolder("site", seen, MOST)).isEqualTo(Broken.MOVED_ON);
        Lease second = lock.acquire(MOST);
        assertThat(breaker.breakHolder("site", seen, MOST)).isEqualTo(Broken.MOVED_ON);
        assertThat(standing("site")).isEqualTo(second.token());
    }

    @Test
    void nextWaiterHasTheLockWellWithinATenthOfASecond() throws Exception {
        long late = Long.MAX_VALUE;
        for (int round = 0; round < 30 && late >= TimeUnit.MILLISECONDS.toNanos(50); round++) {
            Lease held = mine.mutex("site").acquire(MOST);
            Future<Long> granted = fixture.start(() -> {
                try (Lease next = theirs.mutex("site").acquire(LockFixture.LONG)) {
                    assertThat(next.isHeld()).isTrue();
                    return System.nanoTime();
                }
            });
            awaitWaiters("site", 1);
            long broken = System.nanoTime();
            assertThat(breaker.breakHolder("site", held.token(), MOST)).isEqualTo(Broken.GIVEN);
            late = LockFixture.result(granted) - broken;
            held.close();
        }
        // A waiter that is not told looks again 75 to 100 ms after it left its note, which it did just before the
        // break.
        assertThat(late).as("ns, in the last of the rounds").isLessThan(TimeUnit.MILLISECONDS.toNanos(50));
    }

    @Test
    void holderOfAMutexIsToldBeforeItsLeaseEndsAndTheNextFenceIsHigher() throws Exception {
        Lease held = mine.mutex("site").acquire(MOST);
        CountDownLatch told = new CountDownLatch(1);
        held.onLost(told::countDown);
        long fence = held.fence();
        assertThat(breaker.breakHolder("site", standing("site"), MOST)).isEqualTo(Broken.FREE);
        assertThat(told.await(LEASE.toMillis() - 1_000, TimeUnit.MILLISECONDS)).isTrue();
        assertThat(held.isHeld()).isFalse();
        try (Lease next = theirs.mutex("site").acquire(MOST)) {
            assertThat(next.fence()).isGreaterThan(fence);
        }
        held.close();
    }

    @Test
    void lockOfAnotherProgramIsBrokenByItsValue() {
        assertThat(redis.set("lock:{job}", "worker-17")).isEqualTo("OK");
        assertThat(breaker.breakHolder("job", "worker-18", MOST)).isEqualTo(Broken.MOVED_ON);
        assertThat(breaker.breakHolder("job", "worker-17", MOST)).isEqualTo(Broken.FREE);
        assertThat(redis.exists("lock:{job}")).isFalse();
    }

    @Test
    void oneReaderIsBrokenAndTheOthersStay() {
        Lease first = mine.readWrite("site").read().acquire(MOST);
        Lease second = theirs.readWrite("site").read().acquire(MOST);
        String marker = standing("site");
        assertThrown(IllegalArgumentException.class, () -> breaker.breakHolder("site", marker, MOST), "one by one");
        String member = redis.zrange(NAMES.readers("site"), 0, -1).stream()
                .filter(each -> first.token().startsWith(each))
                .findFirst()
                .orElseThrow();
        assertThat(breaker.breakReader("site", member, MOST)).isEqualTo(Broken.SHARED);
        assertThat(breaker.breakReader("site", member, MOST)).isEqualTo(Broken.MOVED_ON);
        assertThat(breaker.breakReader("site", second.token(), MOST)).isEqualTo(Broken.FREE);
        try (Lease writer = mine.readWrite("site").write().acquire(MOST)) {
            assertThat(writer.isHeld()).isTrue();
        }
        first.close();
        second.close();
    }

    @Test
    void permitsOfOneOwnerAreTakenBack() {
        Lease first = mine.permits("desk", 3).acquire(2, MOST);
        String member = redis.zrange(NAMES.permits("desk"), 0, -1).get(1);
        Lease second = theirs.permits("desk", 3).acquire(1, MOST);
        assertThat(breaker.breakPermits("desk", member, MOST)).isEqualTo(Broken.FREE);
        assertThat(breaker.breakPermits("desk", member, MOST)).isEqualTo(Broken.MOVED_ON);
        assertThat(redis.zrange(NAMES.permits("desk"), 0, -1)).hasSize(1);
        first.close();
        second.close();
    }
}
