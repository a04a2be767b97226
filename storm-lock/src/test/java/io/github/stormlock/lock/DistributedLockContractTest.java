package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@ContractTest
class DistributedLockContractTest {
    private static final String KEY = "lock:{site}";

    @Parameter
    Way way;

    private Stage stage;
    private DistributedLock mine;
    private DistributedLock theirs;

    @BeforeEach
    void open(Venue venue) {
        stage = new Stage(venue, way.protocol());
        mine = way.lock(stage.factory(), "site");
        theirs = way.lock(stage.factory(), "site");
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void onlyOneOfManyThreadsInTwoFactoriesHoldsTheLock() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger met = new AtomicInteger();
        List<Future<Boolean>> threads = new ArrayList<>();
        for (int thread = 0; thread < 6; thread++) {
            DistributedLock lock = thread % 2 == 0 ? mine : theirs;
            threads.add(stage.start(() -> {
                for (int round = 0; round < 25; round++) {
                    try (Lease lease = lock.acquire(Stage.LONG)) {
                        met.addAndGet(inside.getAndIncrement());
                        inside.decrementAndGet();
                        assertThat(lease.isHeld()).isTrue();
                    }
                }
                return true;
            }));
        }
        for (Future<Boolean> thread : threads) {
            assertThat(Stage.result(thread)).isTrue();
        }
        assertThat(met).hasValue(0);
    }

    @Test
    void oneTryAnswersAtOnceAndLeavesNoNote(EntryReader entries) {
        try (Lease lease = theirs.acquire(Stage.LONG)) {
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
    void waitEndsWithTheGrant() throws Exception {
        Lease first = theirs.acquire(Stage.LONG);
        Future<Optional<Lease>> waiting = stage.start(() -> mine.tryAcquire(Stage.LONG));
        await().until(() -> stage.foreigner().exists("lock-wait:{site}"));
        assertThat(waiting).isNotDone();
        first.close();
        assertThat(Stage.result(waiting)).hasValueSatisfying(lease -> {
            assertThat(lease.isHeld()).isTrue();
            lease.close();
        });
    }

    @Test
    void timedOutWaitNamesLockWaitAndHolder() {
        try (Lease lease = theirs.acquire(Stage.LONG)) {
            assertThatThrownBy(() -> mine.acquire(Duration.ofMillis(150)))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContainingAll("lock site", "150 ms", lease.token(), "storm.lock.wait");
        }
    }

    @Test
    void deadlineIsKeptAndNothingIsLeftBehind(EntryReader entries) {
        try (Lease lease = theirs.acquire(Stage.LONG)) {
            long began = System.nanoTime();
            assertThat(mine.tryAcquire(Duration.ofMillis(250))).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(Duration.ofMillis(250), Duration.ofMillis(1_250));
            assertThat(entries.string(KEY)).hasValue(lease.token());
            assertThat(entries.keys("*")).containsExactly(KEY);
        }
    }

    @Test
    void interruptEndsTheWaitWithTheFlagSetAndNothingLeftBehind(EntryReader entries) throws Exception {
        try (Lease lease = theirs.acquire(Stage.LONG)) {
            Thread[] waiter = new Thread[1];
            Future<Boolean> waiting = stage.start(() -> {
                waiter[0] = Thread.currentThread();
                assertThatThrownBy(() -> mine.acquire(Stage.LONG))
                        .isInstanceOf(LockInterruptedException.class)
                        .hasNoCause();
                return Thread.currentThread().isInterrupted();
            });
            await().until(() -> entries.keys("*").contains("lock-wait:{site}"));
            waiter[0].interrupt();
            assertThat(Stage.result(waiting)).isTrue();
            assertThat(entries.keys("*")).containsExactly(KEY);
            assertThat(entries.string(KEY)).hasValue(lease.token());
        }
    }

    @Test
    void failedContenderLeavesTheTtlAlone(EntryReader entries) {
        try (Lease lease = theirs.acquire(Stage.LONG)) {
            stage.foreigner().pexpire(KEY, 4_000);
            assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
            assertThat(mine.tryAcquire(Duration.ofMillis(150))).isEmpty();
            assertThat(entries.ttlMillis(KEY)).isBetween(1L, 4_000L - 150);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void expiredLeaseOfADeadHolderLetsTheNextIn() {
        assertThat(Stage.foreignLock(stage.foreigner(), KEY, "storm-lock:s:dead:1:1", 400))
                .isTrue();
        assertThat(mine.tryAcquire(Duration.ofMillis(100))).isEmpty();
        try (Lease lease = mine.acquire(Stage.LONG)) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Test
    void locksOfOtherNamesAreOtherLocks() {
        try (Lease lease = mine.acquire(Stage.LONG);
                Lease other = way.lock(stage.factory(), "site2").acquire(Duration.ZERO)) {
            assertThat(lease.token()).isNotEqualTo(other.token());
        }
    }

    @Test
    void negativeWaitIsRefused() {
        assertThatThrownBy(() -> mine.tryAcquire(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("negative");
    }

    @Test
    void waitWithoutEndIsAWait() {
        try (Lease lease = mine.acquire(Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThat(lease.isHeld()).isTrue();
        }
    }
}
