package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@ContractTest(ContractTest.Of.FENCED_LOCKS)
class FenceContractTest {
    private static final String KEY = "lock:{site}";
    private static final String FENCE = "lock-fence:{site}";

    private ContractVariant variant;
    private LockFixture fixture;

    private DistributedLock mine;
    private DistributedLock theirs;

    @BeforeEach
    void open() {
        mine = variant.lock(fixture.factory(), "site");
        theirs = variant.lock(fixture.factory(), "site");
    }

    private static long fenceOf(DistributedLock lock) {
        try (Lease lease = lock.acquire(LockFixture.LONG)) {
            return lease.fence();
        }
    }

    @Test
    void fenceRisesAfterItsKeyHasExpired() {
        long before = fenceOf(mine);
        assertThat(fixture.foreigner().del(FENCE)).isEqualTo(1);
        assertThat(fenceOf(theirs)).isGreaterThan(before);
    }

    @Test
    void fenceRisesOverOneFromAClockThatWasAheadAndKeepsEveryDigit() {
        fixture.foreigner().set(FENCE, "7123456789012345");
        assertThat(fenceOf(mine)).isEqualTo(7_123_456_789_012_346L);
        assertThat(fenceOf(theirs)).isEqualTo(7_123_456_789_012_347L);
    }

    @Test
    void onlyWhoAsksForAFencePaysForIt(EntryReader entries) {
        mine.acquire(LockFixture.LONG).close();
        assertThat(entries.keys("*")).isEmpty();
        assertThat(fenceOf(mine)).isPositive();
        assertThat(entries.keys("*")).containsExactly(FENCE);
        assertThat(entries.ttlMillis(FENCE)).isPositive();
    }

    @Test
    void lostLeaseGetsNoFence(EntryReader entries) {
        Lease lease = mine.acquire(LockFixture.LONG);
        fixture.foreigner().set(KEY, "another");
        assertThatThrownBy(lease::fence).isInstanceOf(LeaseLostException.class).hasMessageContaining("lease of site");
        assertThat(entries.keys("*")).containsExactly(KEY);
    }
}
