package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Grants whose answer takes longer than their lease. */
@OnRedis
class EndedGrantTest {
    private static final Duration LEASE = Duration.ofMillis(400);

    private LockFixture fixture;

    private Faults slow;

    @BeforeEach
    void open(RedisServer redis) {
        slow = Faults.on(fixture, redis, LockFixture.leasesOf(LEASE)).warm();
        slow.proxy().delay(Duration.ofMillis(1_000));
    }

    @Test
    void leaseThatHasEndedIsNotHandedOut() {
        Optional<Lease> lease = slow.locks().mutex("site").tryAcquire(Duration.ZERO);
        assertThat(lease.filter(one -> !one.isHeld())).isEmpty();
    }

    @Test
    void threadIsNotToldThatItHasWhatHasEnded() {
        assertThat(slow.locks().mutex("site").asLock().tryLock()).isFalse();
    }

    @Test
    void whoWaitsTriesAgain() throws Exception {
        Future<Boolean> waiter = fixture.start(() -> {
            try (Lease lease = slow.locks().mutex("site").acquire(LockFixture.LONG)) {
                return lease.isHeld();
            }
        });
        await().until(() -> fixture.foreigner().exists("lock:{site}"));
        slow.proxy().delay(Duration.ZERO);
        assertThat(LockFixture.result(waiter)).isTrue();
    }
}
