package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.Direction;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.params.ZRangeParams;

/** A wake-up that reaches nobody costs a waiter one look of its own, and not the rest of the holder's lease. */
@OnRedis
class LostWakeUpAttackTest {
    private static final String KEY = "lock:{site}";
    private static final String WAITING = "lock-wait:{site}";
    private static final LockSettings LONG_LEASE = LockFixture.leasesOf(Duration.ofSeconds(30));
    /** A fraction of the lease. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private LockFixture fixture;

    private EntryReader entries;

    private Future<Long> grantedTo(RedisLockFactory waiter, Duration wait) {
        Future<Long> granted = fixture.start(() -> {
            try (Lease lease = waiter.mutex("site").acquire(wait)) {
                return lease.isHeld() ? System.nanoTime() : 0;
            }
        });
        await().pollInterval(Duration.ofMillis(5))
                .until(() -> fixture.foreigner().exists(WAITING));
        return granted;
    }

    private static void assertSoon(Future<Long> granted, long freed) throws Exception {
        assertThat(Duration.ofNanos(LockFixture.result(granted) - freed)).isLessThan(SOON);
    }

    @Test
    void waiterWhoseSubscriptionWasCutLooksForItself() throws Exception {
        Lease held = fixture.factory(LONG_LEASE).mutex("site").acquire(LockFixture.LONG);
        Future<Long> granted = grantedTo(fixture.factory(LONG_LEASE), LockFixture.LONG);
        assertThat(fixture.operator()
                        .clientKill(ClientKillParams.clientKillParams().type(ClientType.PUBSUB)))
                .isPositive();
        long freed = System.nanoTime();
        held.close();
        assertSoon(granted, freed);
    }

    @Test
    void waiterWithoutAnySubscriptionLooksForItself(RedisServer redis) throws Exception {
        Faults deaf = Faults.on(fixture, redis, LONG_LEASE).warm();
        deaf.proxy().holdRequestWhen(Faults.with("SUBSCRIBE"), 100);
        Lease held = fixture.factory(LONG_LEASE).mutex("site").acquire(LockFixture.LONG);
        Future<Long> granted = fixture.start(() -> {
            try (Lease lease = deaf.locks().mutex("site").acquire(LockFixture.LONG)) {
                return lease.isHeld() ? System.nanoTime() : 0;
            }
        });
        await().until(() -> deaf.proxy().held() > 0);
        assertThat(entries.keys(WAITING)).as("who cannot be woken is not noted").isEmpty();
        long freed = System.nanoTime();
        held.close();
        assertSoon(granted, freed);
    }

    /** The server counts a stopped client as one that heard the message. */
    @Test
    void stoppedWaiterCostsTheOthersAMoment(RedisServer redis) throws Exception {
        Lease held = fixture.factory(LONG_LEASE).mutex("site").acquire(LockFixture.LONG);
        Faults stopped = Faults.on(fixture, redis, LONG_LEASE).warm();
        Future<Long> never = grantedTo(stopped.locks(), Duration.ofSeconds(5));
        stopped.proxy().blackHole(Direction.REQUESTS, true);
        stopped.proxy().blackHole(Direction.REPLIES, true);
        Future<Long> granted = grantedTo(fixture.factory(LONG_LEASE), Duration.ofSeconds(9));
        await().until(() -> fixture.foreigner().zcount(WAITING, 1, Double.MAX_VALUE) == 2);
        List<String> noted = fixture.foreigner()
                .zrange(
                        WAITING,
                        ZRangeParams.zrangeByScoreParams(1, Double.MAX_VALUE).limit(0, 1));
        long freed = System.nanoTime();
        held.close();
        assertSoon(granted, freed);
        assertThat(entries.sortedSet(WAITING)).as("given once").doesNotContainKey(noted.get(0));
        stopped.close();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> LockFixture.result(never))
                .as("closed, or without a server")
                .isInstanceOfAny(IllegalStateException.class, LockException.class);
    }

    @Test
    void waiterOfAFactoryThatWasClosedIsNoGhost() throws Exception {
        RedisLockFactory first = fixture.factory(LONG_LEASE);
        Lease held = first.mutex("site").acquire(LockFixture.LONG);
        RedisLockFactory leaving = fixture.factory(LONG_LEASE);
        Future<Long> waiting = grantedTo(leaving, Duration.ofSeconds(3));
        leaving.close();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> LockFixture.result(waiting))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        await().untilAsserted(() -> assertThat(entries.keys("lock*")).containsExactly(KEY));
        held.close();
        assertThat(entries.keys("lock*")).isEmpty();
    }
}
