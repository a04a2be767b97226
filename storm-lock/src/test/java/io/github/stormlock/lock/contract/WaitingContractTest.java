package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ContractTest(ContractTest.Of.LOCKS)
class WaitingContractTest {
    private static final String WAITING = "lock-wait:{site}";

    private ContractVariant variant;
    private LockFixture fixture;

    private DistributedLock mine;
    private DistributedLock theirs;

    @BeforeEach
    void open() {
        mine = variant.lock(fixture.factory(), "site");
        theirs = variant.lock(fixture.factory(), "site");
    }

    /** A waiter that has just parked looks again by itself after 75 ms at the earliest. */
    @Test
    void waitersAreWokenWellBeforeTheyWouldLookAgain() throws Exception {
        long millis = Long.MAX_VALUE;
        for (int round = 0; round < 30 && millis >= 50; round++) {
            Lease lease = theirs.acquire(LockFixture.LONG);
            Future<Long> granted = fixture.start(() -> {
                try (Lease mineNow = mine.acquire(LockFixture.LONG)) {
                    return mineNow.isHeld() ? System.nanoTime() : 0;
                }
            });
            await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> fixture.foreigner()
                    .exists(WAITING));
            long released = System.nanoTime();
            lease.close();
            millis = (LockFixture.result(granted) - released) / 1_000_000;
        }
        assertThat(millis).as("in the last of the rounds").isLessThan(50);
    }

    @Test
    void patientWaiterIsNotKeptOutByBriefOnes() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Future<Boolean>> brief = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            brief.add(fixture.start(() -> {
                while (!done.get()) {
                    theirs.tryAcquire(Duration.ofMillis(50)).ifPresent(lease -> {
                        LockSupport.parkNanos(2_000_000);
                        lease.close();
                    });
                }
            }));
        }
        try {
            for (int round = 0; round < 20; round++) {
                long came = System.nanoTime();
                mine.acquire(LockFixture.LONG).close();
                // Behind all that wait briefly it would come to its turn only after the 10 s of a place.
                assertThat(System.nanoTime() - came).as("round %d", round).isLessThan(5_000_000_000L);
            }
        } finally {
            done.set(true);
        }
        LockFixture.end(brief);
    }

    @Test
    void whoWaitsIsKnownOnlyWhileSomebodyWaits(EntryReader entries) throws Exception {
        Lease lease = theirs.acquire(LockFixture.LONG);
        Future<Boolean> waiting =
                fixture.start(() -> mine.tryAcquire(Duration.ofSeconds(2)).isPresent());
        await().until(() -> entries.keys("*").contains(WAITING));
        assertThat(entries.ttlMillis(WAITING)).isBetween(1L, 10_200L);
        assertThat(LockFixture.result(waiting)).isFalse();
        // A withdrawal that is not answered soon is left to the watchdog.
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactly("lock:{site}"));
        lease.close();
    }
}
