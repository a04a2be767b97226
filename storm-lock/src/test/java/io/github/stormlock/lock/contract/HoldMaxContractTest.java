package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** A living holder that forgot its lock blocks nobody for longer than it may hold it. */
@ContractTest.OfLocks
class HoldMaxContractTest {
    private static final String KEY = "lock:{site}";

    /** The time for which a renewal may be on its way. */
    private static final Duration SLACK = Duration.ofMillis(500);

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

    /**
     * Demands that the lease never reaches beyond the longest hold. Its end is read off the server, since no slow
     * machine makes it live longer there.
     */
    private void assertNeverBeyond(Duration lease, Duration holdMax, EntryReader entries) {
        LockSettings settings =
                LockSettings.builder().lease(lease).holdMax(holdMax).build();
        DistributedLock lock = variant.lock(fixture.factory(settings), "site");
        Lease forgotten = lock.acquire(LockFixture.LONG);
        long granted = System.nanoTime();
        await().atMost(LockFixture.LONG).pollInterval(Duration.ofMillis(10)).until(() -> {
            Duration asked = Duration.ofNanos(System.nanoTime() - granted);
            long left = entries.ttlMillis(KEY);
            assertThat(asked.plusMillis(left)).as("the end of the lease").isLessThan(holdMax.plus(SLACK));
            return left < 0;
        });
        assertThat(forgotten.isHeld()).isFalse();
    }

    @Test
    void leaseAsLongAsTheLongestHoldIsNotRenewed(EntryReader entries) {
        assertNeverBeyond(Duration.ofMillis(1_200), Duration.ofMillis(1_200), entries);
    }

    @Test
    void lastRenewalIsForWhatIsLeftOfTheLongestHold(EntryReader entries) {
        assertNeverBeyond(Duration.ofMillis(1_200), Duration.ofMillis(1_500), entries);
    }
}
