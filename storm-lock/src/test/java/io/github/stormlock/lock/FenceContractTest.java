package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@ContractTest
class FenceContractTest {
    private static final String KEY = "lock:{site}";
    private static final String FENCE = "lock-fence:{site}";

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

    private static long fenceOf(DistributedLock lock) {
        try (Lease lease = lock.acquire(Stage.LONG)) {
            return lease.fence();
        }
    }

    @Test
    void fenceRisesFromLeaseToLease() {
        long last = 0;
        for (int round = 0; round < 20; round++) {
            long next = fenceOf(round % 2 == 0 ? mine : theirs);
            assertThat(next).isGreaterThan(last);
            last = next;
        }
    }

    @Test
    void fenceRisesAfterItsKeyHasExpired() {
        long before = fenceOf(mine);
        assertThat(stage.foreigner().del(FENCE)).isEqualTo(1);
        assertThat(fenceOf(theirs)).isGreaterThan(before);
    }

    @Test
    void fenceRisesOverOneFromAClockThatWasAheadAndKeepsEveryDigit() {
        stage.foreigner().set(FENCE, "7123456789012345");
        assertThat(fenceOf(mine)).isEqualTo(7_123_456_789_012_346L);
        assertThat(fenceOf(theirs)).isEqualTo(7_123_456_789_012_347L);
    }

    @Test
    void fenceOfOneLeaseIsOneNumber() {
        try (Lease lease = mine.acquire(Stage.LONG)) {
            assertThat(lease.fence()).isEqualTo(lease.fence());
        }
    }

    @Test
    void onlyWhoAsksForAFencePaysForIt(EntryReader entries) {
        mine.acquire(Stage.LONG).close();
        assertThat(entries.keys("*")).isEmpty();
        assertThat(fenceOf(mine)).isPositive();
        assertThat(entries.keys("*")).containsExactly(FENCE);
        assertThat(entries.ttlMillis(FENCE)).isPositive();
    }

    @Test
    void lostLeaseGetsNoFence(EntryReader entries) {
        try (Lease lease = mine.acquire(Stage.LONG)) {
            stage.foreigner().set(KEY, "another");
            assertThatThrownBy(lease::fence)
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("lock site");
            assertThat(entries.keys("*")).containsExactly(KEY);
        }
    }

    @Test
    void closedLeaseGetsNoFence() {
        Lease lease = mine.acquire(Stage.LONG);
        lease.close();
        assertThatThrownBy(lease::fence).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void fenceOfALeaseThatEndedByItselfIsRefused() {
        LockSettings brief = LockSettings.builder()
                .lease(Duration.ofMillis(150))
                .holdMax(Duration.ofMillis(150))
                .build();
        Lease lease = way.lock(stage.factory(brief), "site").acquire(Stage.LONG);
        org.awaitility.Awaitility.await().until(() -> !lease.isHeld());
        assertThatThrownBy(lease::fence).isInstanceOf(LeaseLostException.class);
    }
}
