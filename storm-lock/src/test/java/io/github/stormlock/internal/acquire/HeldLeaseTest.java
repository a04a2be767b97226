package io.github.stormlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.fixture.ManualTicker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeldLeaseTest {
    private final ManualTicker ticker = new ManualTicker();
    private final AtomicInteger lost = new AtomicInteger();
    private final List<Long> held = new ArrayList<>();

    private HeldLease lease() {
        return lease(0);
    }

    private HeldLease lease(long driftNanos) {
        LockEvents events = new LockEvents() {
            @Override
            public void counted(LockCount what) {
                assertThat(what).isEqualTo(LockCount.LOST);
                lost.incrementAndGet();
            }

            @Override
            public void took(LockTime what, long nanos) {
                assertThat(what).isEqualTo(LockTime.HOLD);
                held.add(nanos);
            }
        };
        return new HeldLease(
                Asked.of(Asked.mutex("site"), 900, events), Asked.grant(ticker), 2_000_000_000L, ticker, driftNanos);
    }

    /** A renewal that crosses what ends the lease is refused. That says nothing about the lease. */
    @Test
    void fallsWithItsTokenOnlyWhileThatIsKnownToStand() {
        HeldLease lease = lease();
        assertThat(lease.fallsWithItsToken()).isTrue();
        lease.ends();
        assertThat(lease.fallsWithItsToken()).isFalse();
        lease.goesOn();
        assertThat(lease.fallsWithItsToken()).isTrue();
    }

    @Test
    void endsByTheClockCountedFromBeforeItWasAskedFor() {
        HeldLease lease = lease();
        ticker.passMillis(899);
        assertThat(lease.isHeld()).isTrue();
        ticker.passMillis(1);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.isLost()).as("nobody has looked yet").isFalse();
    }

    @Test
    void endsEarlierThanOnTheServersByTheDrift() {
        HeldLease lease = lease(11_000_000);
        assertThat(lease.remainingNanos()).isEqualTo(889_000_000);

        ticker.passMillis(300);
        lease.renewed(lease.renewedEnd(ticker.nanos()));

        assertThat(lease.remainingNanos()).isEqualTo(889_000_000);
    }

    @Test
    void isDueOnceAThirdIsGone() {
        HeldLease lease = lease();
        ticker.passMillis(299);
        assertThat(lease.isDue()).isFalse();
        ticker.passMillis(1);
        assertThat(lease.isDue()).isTrue();
        lease.renewed(lease.renewedEnd(ticker.nanos()));
        assertThat(lease.isDue()).isFalse();
    }

    @Test
    void mayBeRenewedUntilItWasHeldForAsLongAsItMay() {
        HeldLease lease = lease();
        ticker.passMillis(1_999);
        assertThat(lease.mayRenew()).isTrue();
        ticker.passMillis(1);
        assertThat(lease.mayRenew()).isFalse();
    }

    @Test
    void endsOnceByWhicheverComesFirst() {
        HeldLease givenBack = lease();
        ticker.passMillis(7);
        assertThat(givenBack.giveBack()).isTrue();
        assertThat(givenBack.giveBack()).isFalse();
        assertThat(givenBack.lose(Runnable::run)).isFalse();
        assertThat(givenBack.isLost()).isFalse();
        HeldLease gone = lease();
        assertThat(gone.lose(Runnable::run)).isTrue();
        assertThat(gone.giveBack()).isFalse();
        assertThat(gone.isLost()).isTrue();
        assertThat(lost).hasValue(1);
        assertThat(held).containsExactly(7_000_000L, 0L);
    }

    @Test
    void listenersAreToldOfALossOnlyAndLateOnesAtOnce() {
        AtomicInteger told = new AtomicInteger();
        HeldLease givenBack = lease();
        givenBack.onLost(told::incrementAndGet, Runnable::run);
        assertThat(givenBack.giveBack()).isTrue();
        givenBack.onLost(told::incrementAndGet, Runnable::run);
        assertThat(told).hasValue(0);
        HeldLease gone = lease();
        gone.onLost(told::incrementAndGet, Runnable::run);
        assertThat(gone.lose(Runnable::run)).isTrue();
        gone.onLost(told::incrementAndGet, Runnable::run);
        assertThat(told).hasValue(2);
    }
}
