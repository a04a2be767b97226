package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The effects of an interrupt on each way of locking, as {@link Lock} documents them. */
@ContractTest(ContractTest.Of.LOCKS)
class LockInterruptsContractTest {
    private static final String WAITING = "lock-wait:{site}";

    private ContractVariant variant;
    private LockFixture fixture;

    private Lease held;
    private Lock lock;

    @BeforeEach
    void open() {
        held = variant.lock(fixture.factory(), "site").acquire(LockFixture.LONG);
        lock = variant.lock(fixture.factory(), "site").asLock();
    }

    @Test
    void lockInterruptiblyThrowsAndPutsTheFlagDown(EntryReader entries) throws Exception {
        Future<Boolean> waiting = interruptedWhileWaiting(() -> {
            assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
            return Thread.currentThread().isInterrupted();
        });
        assertThat(LockFixture.result(waiting)).isFalse();
        assertThat(entries.keys("*")).containsExactly("lock:{site}");
    }

    @Test
    void lockGoesOnWaitingAndLeavesTheFlagUp() throws Exception {
        Future<Boolean> waiting = interruptedWhileWaiting(() -> {
            lock.lock();
            boolean flag = Thread.interrupted();
            lock.unlock();
            return flag;
        });
        await().during(java.time.Duration.ofMillis(150)).until(() -> !waiting.isDone());
        held.close();
        assertThat(LockFixture.result(waiting)).isTrue();
    }

    @Test
    void pendingInterruptIsHeardEvenWhereTheLockIsFreeOrOurs() throws Exception {
        held.close();
        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        lock.lock();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock.tryLock(1, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        lock.unlock();
        assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }

    @Test
    void tryLockWithoutATimeIgnoresAPendingInterrupt() {
        held.close();
        Thread.currentThread().interrupt();
        assertThat(lock.tryLock()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        lock.unlock();
    }

    private Future<Boolean> interruptedWhileWaiting(Callable<Boolean> wait) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Boolean> waiting = fixture.start(() -> {
            thread.set(Thread.currentThread());
            return wait.call();
        });
        await().until(() -> fixture.foreigner().exists(WAITING));
        thread.get().interrupt();
        return waiting;
    }
}
