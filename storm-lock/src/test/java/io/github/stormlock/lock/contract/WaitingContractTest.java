package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@ContractTest.OfLocks
class WaitingContractTest {
    private static final String WAITING = "lock-wait:{site}";

    @Parameter
    ContractVariant variant;

    private LockFixture fixture;
    private DistributedLock mine;
    private DistributedLock theirs;

    @BeforeEach
    void open(RedisUnderTest servers) {
        fixture = new LockFixture(servers, variant.protocol());
        mine = variant.lock(fixture.factory(), "site");
        theirs = variant.lock(fixture.factory(), "site");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** A waiter that has just parked looks again by itself after 75 ms at the earliest. */
    @Test
    void waitersAreWokenWellBeforeTheyWouldLookAgain() throws Exception {
        List<Long> millis = new ArrayList<>();
        for (int round = 0; round < 11; round++) {
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
            millis.add((LockFixture.result(granted) - released) / 1_000_000);
        }
        Collections.sort(millis);
        assertThat(millis.get(millis.size() / 2))
                .as("the median, in ms, of %s", millis)
                .isLessThan(50);
    }

    @Test
    void whoCameFirstIsServedFirstHoweverLongItWaits() throws Exception {
        int inOrder = 0;
        for (int round = 0; round < 3; round++) {
            if (servedInOrderOfTheirComing()) {
                inOrder++;
            }
        }
        // Some rounds may be out of order, since a gift that is not taken within 50 ms goes back to the first who asks.
        assertThat(inOrder).isGreaterThanOrEqualTo(2);
    }

    private boolean servedInOrderOfTheirComing() throws Exception {
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        List<Future<Boolean>> waiting = new ArrayList<>();
        Lease lease = theirs.acquire(LockFixture.LONG);
        for (int seconds : new int[] {8, 6, 7}) {
            waiting.add(fixture.start(() -> {
                try (Lease next = mine.acquire(Duration.ofSeconds(seconds))) {
                    return next.isHeld() && served.add(seconds);
                }
            }));
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> fixture.foreigner().zcount(WAITING, 1, Double.MAX_VALUE) == waiting.size());
        }
        lease.close();
        for (Future<Boolean> waiter : waiting) {
            assertThat(LockFixture.result(waiter)).isTrue();
        }
        return served.equals(List.of(8, 6, 7));
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
                return true;
            }));
        }
        long began = System.nanoTime();
        try {
            for (int round = 0; round < 20; round++) {
                assertThat(Duration.ofNanos(System.nanoTime() - began))
                        .as("time until round %d", round)
                        .isLessThan(Duration.ofSeconds(30));
                assertThat(mine.tryAcquire(Duration.ofSeconds(5)).map(lease -> {
                            lease.close();
                            return true;
                        }))
                        .as("round %d", round)
                        .contains(true);
            }
        } finally {
            done.set(true);
        }
        for (Future<Boolean> one : brief) {
            assertThat(LockFixture.result(one)).isTrue();
        }
    }

    @Test
    void whoWaitsIsKnownOnlyWhileSomebodyWaits(EntryReader entries) throws Exception {
        Lease lease = theirs.acquire(LockFixture.LONG);
        Future<Boolean> waiting =
                fixture.start(() -> mine.tryAcquire(Duration.ofMillis(700)).isPresent());
        await().until(() -> entries.keys("*").contains(WAITING));
        assertThat(entries.ttlMillis(WAITING)).isBetween(1L, 10_200L);
        assertThat(LockFixture.result(waiting)).isFalse();
        // A withdrawal that is not answered soon is left to the watchdog.
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactly("lock:{site}"));
        lease.close();
    }
}
