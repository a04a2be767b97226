package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A factory is closed while leases of it stand. */
@Tag("server")
class ClosingTest {
    private static final LockSettings SETTINGS = LockSettings.builder()
            .lease(Duration.ofMinutes(1))
            .holdMax(Duration.ofMinutes(1))
            .build();

    private RedisServer redis;

    @AutoClose
    private LockFixture fixture;

    @BeforeEach
    void open() {
        fixture = LockFixture.own();
        redis = fixture.server();
    }

    private static List<Lease> leases(RedisLockFactory locks, int count) {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            leases.add(locks.mutex("site" + i).acquire(LockFixture.LONG));
        }
        return leases;
    }

    @Test
    void closeWithManyLeasesAtAStoppedServerTakesNoLongerThanWithOne() {
        RedisConfig impatient = fixture.config().toBuilder()
                .commandTimeout(Faults.IMPATIENT)
                .connectTimeout(Faults.IMPATIENT)
                .build();
        RedisLockFactory locks = fixture.factory(impatient, SETTINGS);
        List<Lease> leases = leases(locks, 12);
        redis.pause();
        try {
            long began = System.nanoTime();
            locks.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("a second for each would be twelve")
                    .isLessThan(Duration.ofSeconds(11));
        } finally {
            redis.resume();
        }
        assertThat(leases).noneMatch(Lease::isHeld);
    }

    @Test
    void closeGivesAllLeasesBackAndTellsTheirOwners() throws Exception {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        List<Lease> leases = leases(locks, 3);
        CountDownLatch told = new CountDownLatch(3);
        leases.forEach(lease -> lease.onLost(told::countDown));
        Lease closed = locks.mutex("closed").acquire(LockFixture.LONG);
        CountDownLatch never = new CountDownLatch(1);
        closed.onLost(never::countDown);
        closed.close();
        locks.close();
        assertThat(told.await(10, TimeUnit.SECONDS)).as("owners were told").isTrue();
        try (EntryReader entries = EntryReader.of(redis)) {
            assertThat(entries.keys("*")).isEmpty();
        }
        assertThat(never.getCount()).as("given back before").isEqualTo(1);
    }

    @Test
    void ownersAreToldOfACloseThatCannotGiveTheirLeasesBack() throws Exception {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        Lease lease = leases(locks, 1).get(0);
        CountDownLatch told = new CountDownLatch(1);
        lease.onLost(told::countDown);
        redis.kill();
        locks.close();
        assertThat(told.await(10, TimeUnit.SECONDS)).as("the owner was told").isTrue();
    }

    @Test
    void ownerWhoAsksAfterTheCloseIsToldAtOnce() throws Exception {
        RedisLockFactory locks = fixture.factory(SETTINGS);
        Lease lease = leases(locks, 1).get(0);
        locks.close();
        CountDownLatch told = new CountDownLatch(1);
        lease.onLost(told::countDown);
        assertThat(told.await(10, TimeUnit.SECONDS)).as("the owner was told").isTrue();
    }
}
