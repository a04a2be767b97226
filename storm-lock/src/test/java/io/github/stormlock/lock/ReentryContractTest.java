package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A thread locks again although it no longer holds the lock. */
@ContractTest
class ReentryContractTest {
    private static final String KEY = "lock:{site}";
    private static final LockSettings BRIEF =
            LockSettings.builder().lease(Duration.ofMillis(500)).build();

    @Parameter
    Way way;

    private Stage stage;

    @BeforeEach
    void open(Venue venue) {
        stage = new Stage(venue, way.protocol());
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void lockWhoseLeaseWasLostIsNotEnteredAgain(EntryReader entries) throws Exception {
        DistributedLock mutex = way.lock(stage.factory(BRIEF), "site");
        Lock lock = mutex.asLock();
        lock.lock();
        stage.foreigner().set(KEY, "stranger");
        // From now on nothing renews the lease, so it has ended at the latest after the length of a lease.
        long lost = System.nanoTime();
        await().until(() -> System.nanoTime() - lost > BRIEF.lease().toNanos());
        assertThatThrownBy(lock::tryLock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class).hasMessageContaining("lock site");
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(LeaseLostException.class);
        // Refused calls to lock are not counted.
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(entries.string(KEY)).hasValue("stranger");
    }

    @Test
    void lockOfAClosedFactoryIsNotEnteredAgain() {
        RedisLockFactory locks = stage.factory();
        Lock lock = way.lock(locks, "site").asLock();
        lock.lock();
        locks.close();
        assertThatThrownBy(lock::lock).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThatThrownBy(lock::tryLock).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    }
}
