package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

@ContractTest(ContractTest.Of.LOCKS)
class LeaseContractTest {
    private static final String KEY = "lock:{site}";
    private static final String FENCE = "lock-fence:{site}";
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofMillis(500));

    private ContractVariant variant;
    private LockFixture fixture;

    private DistributedLock mine;

    @BeforeEach
    void open() {
        mine = variant.lock(fixture.factory(), "site");
    }

    @Test
    void secondCloseDoesNotTakeAwayTheNextLease(EntryReader entries) {
        Lease first = mine.acquire(LockFixture.LONG);
        first.close();
        try (Lease second = mine.acquire(LockFixture.LONG)) {
            first.close();
            assertThat(entries.string(KEY)).hasValue(second.token());
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void remainingShrinksAndEndsWithTheLease() {
        Lease lease = mine.acquire(LockFixture.LONG);
        Duration first = lease.remaining();
        assertThat(first).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(5));
        await().until(() -> lease.remaining().compareTo(first.minusMillis(5)) < 0);
        assertThat(lease.isHeld()).isTrue();
        lease.close();
        assertThat(lease.remaining()).isZero();
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void deletedLockIsALostLease() {
        losesItsLease(redis -> redis.del(KEY));
    }

    @Test
    void overwrittenLockIsALostLeaseAndStaysTheOthers(EntryReader entries) {
        losesItsLease(redis -> redis.set(KEY, "another"));
        assertThat(entries.string(KEY)).hasValue("another");
    }

    private void losesItsLease(Consumer<UnifiedJedis> loss) {
        AtomicInteger told = new AtomicInteger();
        try (Lease lease = variant.lock(fixture.factory(BRIEF), "site").acquire(LockFixture.LONG)) {
            lease.onLost(told::incrementAndGet);
            loss.accept(fixture.foreigner());
            await().untilAtomic(told, org.hamcrest.Matchers.is(1));
            assertThat(lease.isHeld()).isFalse();
            assertThat(lease.remaining()).isZero();
            lease.onLost(told::incrementAndGet);
            await().untilAtomic(told, org.hamcrest.Matchers.is(2));
        }
    }

    @Test
    void watchdogRenewsWhatStandsAndLosesNothingThatWasGivenBack(EntryReader entries) {
        AtomicInteger told = new AtomicInteger();
        DistributedLock lock = variant.lock(
                fixture.factory(BRIEF.toBuilder().lease(Renewals.LEASE).build()), "site");
        for (int round = 0; round < 100; round++) {
            Lease lease = lock.acquire(LockFixture.LONG);
            lease.onLost(told::incrementAndGet);
            lease.close();
        }
        try (Lease lease = lock.acquire(LockFixture.LONG)) {
            // Once the watchdog has renewed this lease, it has looked at all of them.
            Renewals.await(1, entries, KEY);
            assertThat(lease.isHeld()).isTrue();
            assertThat(told).hasValue(0);
            assertThat(entries.string(KEY)).hasValue(lease.token());
        }
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void fenceRisesAfterItsKeyHasExpiredAndALostLeaseGetsNone(EntryReader entries) {
        assumeTrue(variant.kind().has(LockKind.Trait.FENCED), "a kind without fences");
        long before = 0;
        for (int i = 0; i < 2; i++) {
            try (Lease lease = mine.acquire(LockFixture.LONG)) {
                assertThat(lease.fence()).isGreaterThan(before);
                before = lease.fence();
            }
            assertThat(entries.ttlMillis(FENCE)).isPositive();
            assertThat(fixture.foreigner().del(FENCE)).isEqualTo(1);
        }
        Lease lost = mine.acquire(LockFixture.LONG);
        fixture.foreigner().set(KEY, "another");
        assertThrown(LeaseLostException.class, lost::fence, "lease of site");
        assertThat(entries.keys("*")).containsExactly(KEY);
    }
}
