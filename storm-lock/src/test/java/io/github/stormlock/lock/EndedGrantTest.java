package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Grants whose answer takes longer than their lease. */
@ExtendWith(RedisExtension.class)
class EndedGrantTest {
    private static final Duration LEASE = Duration.ofMillis(400);

    private Stage stage;
    private Faults slow;

    @BeforeEach
    void open(RedisServer redis) {
        stage = new Stage(redis);
        slow = Faults.on(stage, redis, LockSettings.builder().lease(LEASE).build())
                .warm();
        slow.proxy().delay(Duration.ofMillis(1_000));
    }

    @AfterEach
    void close() {
        stage.close();
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
        Future<Boolean> waiter = stage.start(() -> {
            try (Lease lease = slow.locks().mutex("site").acquire(Stage.LONG)) {
                return lease.isHeld();
            }
        });
        await().until(() -> stage.foreigner().exists("lock:{site}"));
        slow.proxy().delay(Duration.ZERO);
        assertThat(Stage.result(waiter)).isTrue();
    }
}
