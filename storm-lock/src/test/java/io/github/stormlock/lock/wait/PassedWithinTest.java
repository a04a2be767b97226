package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** A lock that is given back is passed to the next waiter of the same JVM. */
@OnRedis
class PassedWithinTest {
    /** All but what workers tell of themselves. */
    private static final String OF_LOCKS = "lock[:-][!i]*";

    private static final int THREADS = 6;
    private static final int ROUNDS = 5;
    /** The lease is long, so that a lock that is free was given back and has not expired. */
    private static final LockSettings ENDLESS = LockFixture.leasesOf(Duration.ofMinutes(1), Duration.ofHours(1));

    private LockFixture fixture;

    private Jedis operator;
    private RedisLockFactory locks;

    @BeforeEach
    void open() {
        locks = fixture.factory(ENDLESS);
    }

    /** Has many threads count under the lock, without a lock of their own. */
    private int counted(DistributedLock lock, int rounds) throws Exception {
        int[] racy = new int[1];
        List<Future<Boolean>> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(fixture.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    try (Lease lease = lock.acquire(LockFixture.LONG)) {
                        racy[0]++;
                        assertThat(lease.isHeld()).isTrue();
                    }
                }
            }));
        }
        LockFixture.end(threads);
        return racy[0];
    }

    /** Returns once a waiter has left a note: soon, as a lock that is held for 50 ms is not passed on. */
    private void awaitNote() {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> operator.zcount("lock-wait:{site}", 1, Double.MAX_VALUE) == 1);
    }

    @Test
    void threadsOfOneJvmPassTheLockOnInOneRoundTrip() throws Exception {
        DistributedLock lock = locks.mutex("site");
        assertThat(counted(lock, 50)).isEqualTo(50 * THREADS);
        long before = fixture.calls("evalsha");
        assertThat(counted(lock, 500)).isEqualTo(500 * THREADS);
        assertThat((double) (fixture.calls("evalsha") - before) / (500 * THREADS))
                .as("scripts for each time that the lock was held")
                .isLessThan(1.5);
        assertThat(operator.keys(OF_LOCKS)).isEmpty();
    }

    /** The other thread looks at a stranger's lock each 100 ms at most, so a try that comes just then may lose. */
    @Test
    void shortWaitForALockThatAStrangerHasLeftIsGrantedThoughAThreadOfTheJvmWaits() throws Exception {
        int granted = 0;
        for (int round = 0; round < 10 * ROUNDS && granted == 0; round++) {
            String name = "left" + round;
            operator.set("lock:{" + name + "}", "stranger");
            Future<Boolean> waiting = fixture.start(() -> {
                locks.mutex(name).acquire(LockFixture.LONG).close();
            });
            await().until(() -> operator.exists("lock-wait:{" + name + "}"));
            operator.del("lock:{" + name + "}");
            Optional<Lease> brief = locks.mutex(name).tryAcquire(Duration.ofMillis(2));
            granted += brief.isPresent() ? 1 : 0;
            brief.ifPresent(Lease::close);
            assertThat(LockFixture.result(waiting)).isTrue();
        }
        assertThat(granted).isPositive();
    }

    @Test
    void everyLeaseHasATokenOfItsOwnAndAFullTime() throws Exception {
        DistributedLock lock = locks.mutex("site");
        Lease first = lock.acquire(LockFixture.LONG);
        Future<Lease> second = fixture.start(() -> lock.acquire(LockFixture.LONG));
        awaitNote();
        long fence = first.fence();
        first.close();
        Lease passed = LockFixture.result(second);
        assertThat(passed.token()).isNotEqualTo(first.token());
        assertThat(operator.get("lock:{site}")).isEqualTo(passed.token());
        assertThat(operator.pttl("lock:{site}")).isGreaterThan(30_000);
        assertThat(passed.fence()).isGreaterThan(fence);
        first.close();
        assertThat(passed.isHeld()).isTrue();
        assertThat(operator.get("lock:{site}")).isEqualTo(passed.token());
        passed.close();
    }

    /** The release is on its way while the waiter gives up. Nobody but the releasing thread knows of the lease then. */
    @Test
    void waiterThatGoesWhileItIsPromisedTheLockKeepsItFromNobody(RedisServer redis) throws Exception {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        DistributedLock lock =
                fixture.factory(fixture.configVia(proxy.uri()), ENDLESS).mutex("site");
        for (int i = 0; i < ROUNDS; i++) {
            Lease first = lock.acquire(LockFixture.LONG);
            Future<Boolean> waiting = fixture.start(() -> {
                try (Lease lease = lock.acquire(LockFixture.LONG)) {
                    return lease.isHeld();
                } catch (LockInterruptedException e) {
                    return false;
                }
            });
            awaitNote();
            proxy.holdRequestWhen(FaultProxy.containing(first.token()), 1);
            Future<Boolean> releasing = fixture.start(() -> {
                first.close();
            });
            await().until(() -> proxy.held() == 1);
            assertThat(waiting.cancel(true)).isTrue();
            await().until(() -> operator.zcount("lock-wait:{site}", 1, Double.MAX_VALUE) == 0);
            proxy.releaseHeld();
            assertThat(LockFixture.result(releasing)).isTrue();
            await().until(() -> !operator.exists("lock:{site}"));
        }
    }

    /** The answer to the release that passes the lock on is lost. The waiter finds out by a try of its own, or gives up. */
    @ParameterizedTest
    @EnumSource(ReplyLoss.class)
    void lostAnswerOfTheReleaseLosesNoLock(ReplyLoss loss, RedisServer redis) throws Exception {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        DistributedLock lock = fixture.factory(
                        fixture.configVia(proxy.uri()).toBuilder()
                                .commandTimeout(Duration.ofSeconds(1))
                                .build(),
                        ENDLESS)
                .mutex("site");
        for (int i = 0; i < ROUNDS; i++) {
            Lease first = lock.acquire(LockFixture.LONG);
            Future<Lease> second = fixture.start(() -> lock.acquire(LockFixture.LONG));
            awaitNote();
            proxy.dropReplyWhen(FaultProxy.containing(first.token()), 1, loss);
            first.close();
            Lease passed = LockFixture.result(second);
            assertThat(passed.isHeld()).isTrue();
            assertThat(operator.get("lock:{site}")).isEqualTo(passed.token());
            passed.close();
        }
        await().untilAsserted(() -> assertThat(operator.keys(OF_LOCKS)).isEmpty());
    }

    /** The waiter gives up at once when the answer is lost that would have told it of its lease. */
    @Test
    void waiterThatGivesUpAfterALostAnswerGivesBackWhatItMayHave(RedisServer redis) throws Exception {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        DistributedLock lock =
                fixture.factory(fixture.configVia(proxy.uri()), ENDLESS).mutex("site");
        for (int i = 0; i < 2; i++) {
            Lease first = lock.acquire(LockFixture.LONG);
            Future<Optional<Lease>> second = fixture.start(() -> lock.tryAcquire(Duration.ofSeconds(1)));
            awaitNote();
            // The tries of the waiter come late from now on: its time is over before one of them takes its lease over.
            proxy.dropReplyWhen(FaultProxy.containing(first.token()), 1, ReplyLoss.CUT);
            proxy.delay(Duration.ofMillis(1_200));
            first.close();
            LockFixture.result(second).ifPresent(Lease::close);
            proxy.heal();
            await().until(() -> !operator.exists("lock:{site}"));
        }
    }
}
