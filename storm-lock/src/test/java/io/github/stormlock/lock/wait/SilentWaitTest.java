package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A server that falls silent while somebody waits for a lock. */
@OnRedis
class SilentWaitTest {
    private static final Duration WAIT = Duration.ofSeconds(2);

    private LockFixture fixture;

    private Jedis operator;
    private Faults faults;

    @BeforeEach
    void open(RedisServer redis) {
        faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Duration.ofSeconds(8))
                .warm();
    }

    private long notes() {
        return operator.zcount("lock-wait:{site}", 1, Double.MAX_VALUE);
    }

    @Test
    void waitEndsInTimeAndItsNoteIsWithdrawnOnceTheServerAnswersAgain() throws Exception {
        Lease held = fixture.factory().mutex("site").acquire(LockFixture.LONG);
        Future<Long> waiter = fixture.start(() -> {
            long began = System.nanoTime();
            try (Lease lease = faults.locks().mutex("site").acquire(WAIT)) {
                return lease.isHeld() ? -1L : -2L;
            } catch (LockException e) {
                return (System.nanoTime() - began) / 1_000_000;
            }
        });
        await().until(() -> notes() == 1);
        faults.proxy().blackHole(true);
        assertThat(LockFixture.result(waiter)).as("ms").isBetween(WAIT.toMillis(), 7_000L);
        faults.proxy().heal();
        assertThat(LockFixture.within(LockFixture.LONG, () -> notes() == 0)).isTrue();
        held.close();
    }
}
