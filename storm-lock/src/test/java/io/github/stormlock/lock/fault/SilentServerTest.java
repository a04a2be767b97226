package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A server that says nothing. The torture has servers that forget, go away and come back. */
@OnRedis.Own
class SilentServerTest {
    private RedisServer redis;

    private LockFixture fixture;

    @Test
    void silentServerCostsTheWaitAndNoMore() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        faults.proxy().blackHole(true);
        long began = System.nanoTime();
        assertThrown(
                LockTimeoutException.class, () -> faults.locks().mutex("report").acquire(Duration.ofMillis(300)));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(300), LockFixture.LONG.dividedBy(2));
    }

    @Test
    void firstUseOfASilentServerCostsTheWaitAndNoMore() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT);
        RedisLockFactory patient = fixture.factory(
                fixture.configVia(faults.proxy().uri()).toBuilder()
                        .commandTimeout(LockFixture.LONG)
                        .connectTimeout(LockFixture.LONG)
                        .build(),
                LockSettings.DEFAULT);
        faults.proxy().blackHole(true);
        long began = System.nanoTime();
        assertThrown(LockTimeoutException.class, () -> patient.mutex("report").acquire(Duration.ofMillis(300)));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LockFixture.LONG.dividedBy(2));
    }
}
