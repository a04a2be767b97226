package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/**
 * A waiter that waits no more leaves no note behind. The lock would be given to such a note for nothing, 50 ms at a
 * time.
 */
@OnRedis
class GhostNotesTest {
    private LockFixture fixture;

    private Jedis operator;
    private RedisLockFactory others;
    private Lease held;

    @BeforeEach
    void open() {
        held = others.mutex("site").acquire(LockFixture.LONG);
    }

    private long notes() {
        return operator.zcount("lock-wait:{site}", 1, Double.MAX_VALUE);
    }

    private List<Future<Boolean>> waiters(RedisLockFactory factory, int count) {
        List<Future<Boolean>> waiters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            waiters.add(fixture.start(() -> {
                try (Lease lease = factory.mutex("site").acquire(Duration.ofSeconds(30))) {
                    return lease.isHeld();
                } catch (LockUnavailableException e) {
                    return false;
                }
            }));
        }
        await().until(() -> notes() == count);
        return waiters;
    }

    /**
     * The connections of the lost JVM stand, as after a power cut. So Redis goes on counting it as somebody who heard
     * of a gift.
     */
    @Test
    void waitersOfAJvmThatIsGoneAreGivenNothing(RedisServer redis) throws Exception {
        Faults gone = Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT)
                .warm();
        List<Future<Boolean>> waiters = waiters(gone.locks(), 40);
        gone.proxy().blackHole(true);
        for (Future<Boolean> waiter : waiters) {
            assertThat(LockFixture.result(waiter)).isFalse();
        }
        held.close();
        int slow = 0;
        for (int i = 0; i < 60; i++) {
            long began = System.nanoTime();
            others.mutex("site").acquire(LockFixture.LONG).close();
            slow += System.nanoTime() - began > 45_000_000 ? 1 : 0;
        }
        assertThat(slow).as("cycles in which the lock was given to one of 40").isLessThan(30);
    }
}
