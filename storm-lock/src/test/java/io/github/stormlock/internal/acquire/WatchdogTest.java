package io.github.stormlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.fixture.ManualTicker;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.ScriptedPort;
import io.github.stormlock.redis.RedisAnswerLostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewal, in a time that only the test moves. */
class WatchdogTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedPort port = new ScriptedPort(ticker);
    private final Signals signals = new Signals(port, "channel", ticker);
    private final HandScheduler scheduler = new HandScheduler();
    private final AtomicInteger lost = new AtomicInteger();
    private final Watchdog watchdog = watchdog(Runnable::run);

    /** Runs its one task when told to. */
    private static final class HandScheduler extends ScheduledThreadPoolExecutor {
        private final List<Long> periodsInMillis = new ArrayList<>();
        private Runnable task = () -> {};

        private HandScheduler() {
            super(0);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable next, long first, long period, TimeUnit unit) {
            task = next;
            periodsInMillis.add(unit.toMillis(period));
            return new Never(next);
        }
    }

    private static final class Never extends FutureTask<Void> implements ScheduledFuture<Void> {
        private Never(Runnable task) {
            super(task, null);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    @AfterEach
    void close() {
        watchdog.close();
        scheduler.shutdownNow();
    }

    private HeldLease lease(String name, long millis, long holdMaxMillis) {
        AcquireRequest wanted = Asked.of(Asked.mutex(name), millis, OnEvent.of(LockCount.LOST, lost::incrementAndGet));
        HeldLease lease = new HeldLease(wanted, Asked.grant(ticker), holdMaxMillis * 1_000_000, ticker, 0);
        watchdog.watch(lease);
        return lease;
    }

    private HeldLease lease(String name) {
        return lease(name, 3_000, 60_000);
    }

    private void tickAfterMillis(long millis) {
        ticker.passMillis(millis);
        scheduler.task.run();
    }

    @Test
    void sectionShorterThanAThirdOfItsLeaseNeverMeetsIt() {
        port.answers(() -> 1L);
        HeldLease lease = lease("site");
        tickAfterMillis(990);
        assertThat(port.pipelines()).isEmpty();
        watchdog.forget(lease);
        assertThat(lease.giveBack()).isTrue();
        tickAfterMillis(990);
        assertThat(port.pipelines()).isEmpty();
    }

    @Test
    void renewedLeaseStandsForAFullLeaseFromWhenTheRenewalWasSent() {
        port.answers(() -> {
            ticker.passMillis(200);
            return 1L;
        });
        HeldLease lease = lease("site");
        tickAfterMillis(1_000);
        assertThat(lease.remainingNanos()).isEqualTo(2_800_000_000L);
        assertThat(port.sent("renew").get(0).args()).containsExactly(lease.token(), "3000");
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void allLeasesThatAreDueGoInOnePipeline() {
        port.answers(() -> 1L);
        lease("a");
        lease("b");
        ticker.passMillis(500);
        lease("c");
        tickAfterMillis(500);
        assertThat(port.pipelines()).containsExactly(2);
    }

    @Test
    void refusedRenewalIsALossToldOnce() {
        port.answers(() -> 0L);
        HeldLease lease = lease("site");
        AtomicInteger told = new AtomicInteger();
        lease.onLost(told::incrementAndGet, Runnable::run);
        tickAfterMillis(1_000);
        tickAfterMillis(1_000);
        assertThat(told).hasValue(1);
        assertThat(lost).hasValue(1);
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.isLost()).isTrue();
        assertThat(port.sent("renew")).hasSize(1);
    }

    @Test
    void renewalRefusedBecauseTheLeaseWasGivenBackMeanwhileMeansNothing() {
        HeldLease lease = lease("site");
        port.answers(() -> {
            watchdog.forget(lease);
            assertThat(lease.giveBack()).isTrue();
            return 0L;
        });
        tickAfterMillis(1_000);
        assertThat(lease.isLost()).isFalse();
        assertThat(lost).hasValue(0);
    }

    @Test
    void renewalThatFailsIsTriedAgainUntilTheLeaseEnds() {
        port.answers(() -> new RedisAnswerLostException("lost", null));
        HeldLease lease = lease("site");
        tickAfterMillis(1_000);
        tickAfterMillis(1_000);
        assertThat(lease.isHeld()).isTrue();
        tickAfterMillis(1_000);
        assertThat(lease.isLost()).isTrue();
        assertThat(port.sent("renew")).hasSize(2);
    }

    @Test
    void renewalAnsweredTooLateIsALossAndGivesTheLockBack() {
        port.answers(() -> {
            ticker.passMillis(4_000);
            return 1L;
        });
        HeldLease lease = lease("site");
        tickAfterMillis(1_000);
        assertThat(lease.isLost()).isTrue();
        assertThat(port.sent("release")).singleElement().satisfies(release -> assertThat(release.args())
                .startsWith(lease.token()));
    }

    @Test
    void withdrawalThatWasNotAnsweredIsSentUntilItIs() {
        AcquireCalls calls = new AcquireCalls(port, ticker, watchdog);
        port.answers(() -> new RedisAnswerLostException("lost", null));
        port.answers(() -> List.of(1L, 0L));
        calls.settle(calls.withdrawal(Asked.SITE, Asked.acquisition()), new RedisAnswerLostException("lost", null));
        for (int look = 0; look < 3; look++) {
            tickAfterMillis(100);
        }
        assertThat(port.sent("withdraw")).hasSize(2);
    }

    @Test
    void leaseIsNotRenewedBeyondItsLongestHold() {
        port.answers(() -> 1L);
        HeldLease lease = lease("site", 3_000, 5_000);
        for (int seconds = 1; seconds <= 4; seconds++) {
            tickAfterMillis(1_000);
        }
        assertThat(port.sent("renew"))
                .extracting(renewal -> renewal.args().get(1))
                .containsExactly("3000", "3000");
        assertThat(lease.isHeld()).isTrue();
        assertThat(lease.remainingNanos()).isEqualTo(1_000_000_000L);
        tickAfterMillis(1_000);
        assertThat(lease.isLost()).isTrue();
    }

    @Test
    void lastRenewalIsForWhatIsLeftOfTheLongestHold() {
        port.answers(() -> 1L);
        HeldLease lease = lease("site", 3_000, 3_500);
        tickAfterMillis(1_000);
        tickAfterMillis(1_000);
        assertThat(port.sent("renew")).singleElement().satisfies(renewal -> assertThat(renewal.args())
                .containsExactly(lease.token(), "2500"));
        assertThat(lease.remainingNanos()).isEqualTo(1_500_000_000L);
    }

    @Test
    void leaseAsLongAsTheLongestHoldIsNeverRenewed() {
        port.answers(() -> 1L);
        HeldLease lease = lease("site", 3_000, 3_000);
        tickAfterMillis(1_500);
        tickAfterMillis(1_000);
        assertThat(port.pipelines()).isEmpty();
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void looksTenTimesInTheShortestLeaseWithinBounds() {
        lease("a", 30_000, 60_000);
        lease("b", 30_000, 60_000);
        lease("c", 2_000, 60_000);
        lease("d", 20, 60_000);
        lease("e", 2_000, 60_000);
        assertThat(scheduler.periodsInMillis).containsExactly(500L, 200L, 10L);
    }

    @Test
    void looksThatFailAreNotTheLast() {
        port.answers(() -> {
            throw new IllegalStateException("unexpected");
        });
        port.answers(() -> {
            throw new AssertionError("unexpected");
        });
        port.answers(() -> 1L);
        HeldLease lease = lease("site");
        tickAfterMillis(1_000);
        tickAfterMillis(500);
        tickAfterMillis(500);
        assertThat(lease.remainingNanos()).isEqualTo(3_000_000_000L);
    }

    @Test
    void looksAgainAsOftenAsTheLeasesThatStandWantIt() {
        port.answers(() -> 1L);
        lease("long", 30_000, 60_000);
        HeldLease brief = lease("brief", 100, 60_000);
        watchdog.forget(brief);
        tickAfterMillis(10);
        assertThat(scheduler.periodsInMillis).containsExactly(500L, 10L, 500L);
    }

    @Test
    void leasesOfOtherLengthsHaveABudgetOfTheirOwn() {
        port.answers(() -> 1L);
        lease("long", 3_000, 60_000);
        ticker.passMillis(950);
        lease("brief", 150, 60_000);
        tickAfterMillis(50);
        assertThat(port.sent("renew"))
                .extracting(ScriptedPort.Sent::budgetNanos)
                .containsExactlyInAnyOrder(1_000_000_000L, 50_000_000L);
    }

    /** @param senders the threads that await answers */
    private Watchdog watchdog(Executor senders) {
        return new Watchdog(port::runAll, port::runAll, signals::ping, scheduler, senders, Runnable::run, ticker);
    }

    @Test
    void renewalThatIsUnderWayIsNotSentAgain() {
        port.answers(() -> 1L);
        List<Runnable> underWay = new ArrayList<>();
        Watchdog slow = watchdog(underWay::add);
        slow.watch(lease("site"));
        tickAfterMillis(1_000);
        tickAfterMillis(500);
        assertThat(underWay).hasSize(1);
        underWay.remove(0).run();
        tickAfterMillis(1_000);
        assertThat(underWay).hasSize(1);
        slow.close();
    }

    @Test
    void leaseThatWasGivenBackBeforeItsRenewalWasSentIsNotRenewed() {
        port.answers(() -> 1L);
        List<Runnable> underWay = new ArrayList<>();
        Watchdog slow = watchdog(underWay::add);
        HeldLease lease = lease("site");
        slow.watch(lease);
        tickAfterMillis(1_000);
        slow.forget(lease);
        assertThat(lease.giveBack()).isTrue();
        underWay.remove(0).run();
        assertThat(port.sent("renew")).isEmpty();
        slow.close();
    }

    @Test
    void subscriptionIsTestedEveryFiveSeconds() {
        signals.enlist(Asked.acquisition(), Asked.SITE).close();
        port.answers(() -> 1L);
        lease("site");
        for (int second = 0; second < 11; second++) {
            tickAfterMillis(1_000);
        }
        assertThat(port.pings()).isEqualTo(2);
    }
}
