package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ContractTest(ContractTest.Of.LOCKS)
class DistributedLockContractTest {
    private static final String KEY = "lock:{site}";

    private ContractVariant variant;
    private LockFixture fixture;

    private DistributedLock mine;
    private DistributedLock theirs;

    @BeforeEach
    void open() {
        mine = variant.lock(fixture.factory(), "site");
        theirs = variant.lock(fixture.factory(), "site");
    }

    @Test
    void onlyOneOfManyThreadsInTwoFactoriesHoldsTheLock() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger met = new AtomicInteger();
        List<Future<Boolean>> threads = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            DistributedLock lock = thread % 2 == 0 ? mine : theirs;
            threads.add(fixture.start(() -> {
                for (int round = 0; round < 25; round++) {
                    try (Lease lease = lock.acquire(LockFixture.LONG)) {
                        met.addAndGet(inside.getAndIncrement());
                        inside.decrementAndGet();
                        assertThat(lease.isHeld()).isTrue();
                    }
                }
            }));
        }
        LockFixture.end(threads);
        assertThat(met).hasValue(0);
    }

    @Test
    void oneTryAnswersAtOnceAndLeavesNoNote(EntryReader entries) {
        try (Lease lease = theirs.acquire(LockFixture.LONG)) {
            assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
            assertThat(entries.keys("*")).containsExactly(KEY);
            assertThat(entries.string(KEY)).hasValue(lease.token());
        }
        Optional<Lease> lease = mine.tryAcquire(Duration.ZERO);
        assertThat(lease).isPresent();
        lease.orElseThrow().close();
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void deadlineIsKeptAndNothingIsLeftBehind(EntryReader entries) {
        Lease lease = theirs.acquire(LockFixture.LONG);
        long began = System.nanoTime();
        assertThat(mine.tryAcquire(Duration.ofMillis(250))).isEmpty();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(250));
        assertThat(entries.string(KEY)).hasValue(lease.token());
        // A withdrawal that is not answered soon is left to the watchdog.
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactly(KEY));
    }

    @Test
    void interruptEndsTheWaitWithTheFlagSetAndNothingLeftBehind(EntryReader entries) throws Exception {
        Lease lease = theirs.acquire(LockFixture.LONG);
        Thread[] waiter = new Thread[1];
        Future<Boolean> waiting = fixture.start(() -> {
            waiter[0] = Thread.currentThread();
            assertThatThrownBy(() -> mine.acquire(LockFixture.LONG))
                    .isInstanceOf(LockInterruptedException.class)
                    .hasNoCause();
            return Thread.currentThread().isInterrupted();
        });
        await().until(() -> entries.keys("*").contains("lock-wait:{site}"));
        waiter[0].interrupt();
        assertThat(LockFixture.result(waiting)).isTrue();
        // A withdrawal that is not answered soon is left to the watchdog.
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactly(KEY));
        assertThat(entries.string(KEY)).hasValue(lease.token());
    }

    @Test
    void failedContenderLeavesTheTtlAlone(EntryReader entries) {
        // A lease that lasts as long as its hold is never renewed.
        Duration lasting = Duration.ofMinutes(10);
        Lease lease = variant.lock(fixture.factory(LockFixture.leasesOf(lasting, lasting)), "site")
                .acquire(LockFixture.LONG);
        fixture.foreigner().pexpire(KEY, 300_000);
        assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
        assertThat(mine.tryAcquire(Duration.ofMillis(150))).isEmpty();
        assertThat(entries.ttlMillis(KEY)).isBetween(100_000L, 300_000L - 150);
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void expiredLeaseOfADeadHolderLetsTheNextIn() {
        fixture.foreignHolds(KEY, "storm-lock:s:dead:1:1", 60_000);
        assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
        assertThat(fixture.foreigner().pexpire(KEY, 50)).isEqualTo(1);
        Lease lease = mine.acquire(LockFixture.LONG);
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void negativeWaitIsRefused() {
        assertThrown(IllegalArgumentException.class, () -> mine.tryAcquire(Duration.ofMillis(-1)), "negative");
    }

    @Test
    void waitWithoutEndIsAWait() {
        Lease lease = mine.acquire(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(lease.isHeld()).isTrue();
    }
}
