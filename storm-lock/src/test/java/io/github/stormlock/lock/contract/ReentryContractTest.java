package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A thread locks again although it no longer holds the lock. */
@ContractTest.OfLocks
class ReentryContractTest {
    private static final String KEY = "lock:{site}";
    private static final LockSettings BRIEF =
            LockSettings.builder().lease(Duration.ofMillis(500)).build();

    @Parameter
    ContractVariant variant;

    private LockFixture fixture;

    @BeforeEach
    void open(RedisUnderTest servers) {
        fixture = new LockFixture(servers, variant.protocol());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void lockWhoseLeaseWasLostIsNotEnteredAgain(EntryReader entries) throws Exception {
        DistributedLock mutex = variant.lock(fixture.factory(BRIEF), "site");
        Lock lock = mutex.asLock();
        lock.lock();
        fixture.foreigner().set(KEY, "stranger");
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
        RedisLockFactory locks = fixture.factory();
        Lock lock = variant.lock(locks, "site").asLock();
        lock.lock();
        locks.close();
        assertThatThrownBy(lock::lock).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThatThrownBy(lock::tryLock).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    }
}
