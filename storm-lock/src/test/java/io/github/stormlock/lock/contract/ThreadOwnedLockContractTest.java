package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ownership, as {@link Lock} and ReentrantLock document it. */
@ContractTest(ContractTest.Of.LOCKS)
class ThreadOwnedLockContractTest {
    private static final String KEY = "lock:{site}";
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofMillis(500));

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory factory;
    private Lock lock;

    @BeforeEach
    void open() {
        lock = variant.lock(factory, "site").asLock();
    }

    private <T> T elsewhere(Callable<T> task) throws Exception {
        return LockFixture.result(fixture.start(task));
    }

    @Test
    void ownerLocksAgainAndOnlyTheOutermostUnlockGivesBack(EntryReader entries) throws Exception {
        lock.lock();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
        lock.lockInterruptibly();
        for (int hold = 4; hold > 0; hold--) {
            assertThat(entries.string(KEY)).isPresent();
            assertThat(elsewhere(() -> lock.tryLock())).isFalse();
            lock.unlock();
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void holdCountIsSharedByTheLockObjectsOfOneName(EntryReader entries) {
        lock.lock();
        Lock same = variant.lock(factory, "site").asLock();
        assertThat(same.tryLock()).isTrue();
        lock.unlock();
        assertThat(entries.string(KEY)).isPresent();
        same.unlock();
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void lockOfAnotherFactoryIsAnotherOwner() {
        Lock other = variant.lock(fixture.factory(), "site").asLock();
        lock.lock();
        assertThat(other.tryLock()).isFalse();
        lock.unlock();
        assertThat(other.tryLock()).isTrue();
        other.unlock();
    }

    @Test
    void strangersUnlockIsRefusedAndChangesNothing(EntryReader entries) throws Exception {
        assertThrown(IllegalMonitorStateException.class, lock::unlock, variant.kind() + " site");
        lock.lock();
        assertThat(elsewhere(() -> {
                    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
                    return true;
                }))
                .isTrue();
        assertThat(entries.string(KEY)).isPresent();
        lock.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void conditionsAreNotSupported() {
        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void unlockAfterALossSaysSoOnceAndTheLockCanBeTakenAgain(EntryReader entries) {
        lock.lock();
        lock.lock();
        fixture.foreigner().set(KEY, "another");
        lock.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class).hasMessageContaining("lease of site");
        assertThat(entries.string(KEY)).hasValue("another");
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
        fixture.foreigner().del(KEY);
        lock.lock();
        lock.unlock();
    }

    @Test
    void lockWhoseLeaseWasLostIsNotEnteredAgain(EntryReader entries) throws Exception {
        Lock brief = variant.lock(fixture.factory(BRIEF), "site").asLock();
        brief.lock();
        fixture.foreigner().set(KEY, "stranger");
        // From now on nothing renews the lease, so it has ended at the latest after the length of a lease.
        long lost = System.nanoTime();
        await().until(() -> System.nanoTime() - lost > BRIEF.lease().toNanos());
        assertThatThrownBy(brief::tryLock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(brief::lock).isInstanceOf(LeaseLostException.class).hasMessageContaining("lease of site");
        assertThatThrownBy(brief::lockInterruptibly).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(() -> brief.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(LeaseLostException.class);
        // Refused calls to lock are not counted.
        assertThatThrownBy(brief::unlock).isInstanceOf(LeaseLostException.class);
        assertThatThrownBy(brief::unlock).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(entries.string(KEY)).hasValue("stranger");
    }

    @Test
    void lockOfAClosedFactoryIsNotEnteredAgain() {
        lock.lock();
        factory.close();
        assertThatThrownBy(lock::lock).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        assertThatThrownBy(lock::tryLock).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    }
}
