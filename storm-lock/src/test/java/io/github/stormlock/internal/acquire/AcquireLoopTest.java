package io.github.stormlock.internal.acquire;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.ManualTicker;
import io.github.stormlock.lock.fixture.ScriptedPort;
import io.github.stormlock.lock.fixture.ScriptedPort.Sent;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisUnavailableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wait loop, in a time that only the test moves. */
class AcquireLoopTest {
    private static final String OURS = "storm-lock:s:other:1:1";
    private static final long MILLI = 1_000_000;

    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedPort port = new ScriptedPort(ticker);
    private final Acquisition acquisition = new Tokens(false).next(Claimant.ofMutex(Callers.NOBODY));
    private final Signals signals = new Signals(port, "channel", ticker);
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1);
    private final Watchdog watchdog =
            new Watchdog(port::runAll, port::runAll, signals::ping, executor, Runnable::run, Runnable::run, ticker);
    private final long began = ticker.nanos();
    private boolean refused;

    @AfterEach
    void close() {
        executor.shutdownNow();
    }

    private AcquireResult run(long waitMillis, boolean interruptible) {
        return new AcquireLoop(
                        new AcquireCalls(port, ticker, watchdog),
                        signals,
                        ticker,
                        Asked.of(Asked.mutex("site"), 5_000, interruptible, LockEvents.NONE),
                        acquisition,
                        began + waitMillis * MILLI,
                        began,
                        () -> refused)
                .run();
    }

    private List<Long> pausesInMillis() {
        List<Sent> tries = port.sent("acquire");
        List<Long> pauses = new ArrayList<>();
        for (int i = 1; i < tries.size(); i++) {
            pauses.add((tries.get(i).atNanos() - tries.get(i - 1).atNanos()) / MILLI);
        }
        return pauses;
    }

    @Test
    void parkIsNeverLongerThanATenthOfASecondAndNeverPassesTheDeadline() {
        port.busy(30_000, OURS);
        assertThat(run(1_050, true)).isEqualTo(new AcquireResult.Busy(0, 30_000, Holder.of(OURS)));
        assertThat(ticker.nanos() - began).isEqualTo(1_050 * MILLI);
        // The first try is followed at once by one that leaves a note.
        assertThat(pausesInMillis()).startsWith(0L).hasSizeBetween(10, 15);
        assertThat(pausesInMillis().subList(1, pausesInMillis().size()))
                .allSatisfy(pause -> assertThat(pause).isBetween(75L, 100L));
    }

    @Test
    void strangerIsLookedAtMoreOftenAtFirst() {
        port.busy(-1, "foreign");
        assertThat(run(1_000, true))
                .isInstanceOfSatisfying(AcquireResult.Busy.class, busy -> assertThat(busy.shown(Asked.mutex("site")))
                        .startsWith("foreign under the key lock:{site}, which never expires"));
        long longest = 5;
        for (long pause : pausesInMillis().subList(1, pausesInMillis().size())) {
            assertThat(pause).isBetween(longest * 3 / 4, longest);
            longest = Math.min(longest * 2, 100);
        }
        assertThat(longest).isEqualTo(100);
    }

    @Test
    void parkEndsWhenTheHoldersLeaseWouldEnd() {
        port.busy(20, OURS);
        assertThat(run(500, true)).isInstanceOf(AcquireResult.Busy.class);
        assertThat(pausesInMillis().subList(1, pausesInMillis().size()))
                .allSatisfy(pause -> assertThat(pause).isBetween(15L, 21L));
    }

    @Test
    void everyTryHasATokenOfItsOwnAndOneNoteStandsForAllOfThem() {
        port.busy(30_000, OURS);
        assertThat(run(600, true)).isInstanceOf(AcquireResult.Busy.class);
        List<Sent> tries = port.sent("acquire");
        HashSet<String> tokens = new HashSet<>();
        String note = "";
        for (Sent one : tries) {
            assertThat(tokens.add(one.args().get(0))).isTrue();
            assertThat(one.args().get(4)).isEqualTo(note);
            assertThat(one.args().get(2)).isIn(note, note.isEmpty() ? one.args().get(2) : note);
            note = one.args().get(2);
        }
        assertThat(tries.get(0).args().get(2))
                .as("who may not have to wait leaves no note")
                .isEmpty();
        Sent withdrawn = port.sent("withdraw").get(0);
        assertThat(withdrawn.args().get(1)).isEqualTo(note);
        assertThat(tokens).doesNotContain(withdrawn.args().get(0), note);
    }

    /**
     * If a short wait left a note with an earlier end, those who wait briefly, again and again, would come before one
     * who waits long.
     */
    @Test
    void placeIsTenSecondsAfterTheWaiterCameWhateverTheWait() {
        port.busy(30_000, OURS);
        assertThat(run(700, true)).isInstanceOf(AcquireResult.Busy.class);
        List<Sent> tries = port.sent("acquire");
        for (Sent one : tries.subList(1, tries.size())) {
            long waited = (one.atNanos() - began) / MILLI;
            assertThat(Double.parseDouble(one.args().get(3))).isBetween(9_999.0 - waited, 10_000.0 - waited);
        }
    }

    @Test
    void noNoteIsLeftWhereNobodyCouldBeWoken() {
        port.unconfirmed();
        port.busy(30_000, OURS);
        assertThat(run(500, true)).isInstanceOf(AcquireResult.Busy.class);
        assertThat(port.sent("acquire"))
                .hasSizeGreaterThan(3)
                .allSatisfy(one -> assertThat(one.args().get(2)).isEmpty());
        assertThat(port.sent("withdraw")).isEmpty();
        assertThat(pausesInMillis()).isNotEmpty().allSatisfy(pause -> assertThat(pause)
                .isBetween(75L, 100L));
    }

    @Test
    void oneTryIsOneTry() {
        port.busy(30_000, OURS);
        assertThat(run(0, true)).isEqualTo(new AcquireResult.Busy(0, 30_000, Holder.of(OURS)));
        assertThat(port.sent("acquire")).hasSize(1);
        assertThat(port.sent("withdraw")).isEmpty();
        assertThat(signals.waits()).isEmpty();
    }

    /** A stranger may have given the lock back, which wakes nobody. */
    @Test
    void waitThatEndsBehindAnotherOfItsJvmMakesItsOneTryThen() {
        port.granted();
        AcquireRequest other = Asked.SITE;
        try (Signals.Waiter first = signals.enlist(Asked.acquisition(), other)) {
            first.found(new AcquireResult.Busy(0, 30_000, Holder.of(OURS)));
            assertThat(run(2, true)).isInstanceOf(AcquireResult.Grant.class);
        }
        assertThat(port.sent("acquire")).singleElement().satisfies(only -> {
            assertThat(only.atNanos() - began).isEqualTo(2 * MILLI);
            assertThat(only.args().get(2)).as("a note").isEmpty();
        });
        assertThat(port.sent("withdraw")).isEmpty();
    }

    @Test
    void waitThatEndsBehindAnotherOfItsJvmIsATimeOutIfItsOneTryHasNoAnswer() {
        port.fails(new RedisAnswerLostException("lost", null));
        AcquireRequest other = Asked.SITE;
        AcquireResult.Busy seen = new AcquireResult.Busy(0, 30_000, Holder.of(OURS));
        try (Signals.Waiter first = signals.enlist(Asked.acquisition(), other)) {
            first.found(seen);
            assertThat(run(2, true)).isEqualTo(seen);
        }
        assertThat(port.sent("acquire")).hasSize(1);
        assertThat(port.sent("withdraw")).as("it may have been granted").hasSize(1);
    }

    @Test
    void grantIsNotWithdrawn() {
        port.busy(30_000, OURS);
        port.busy(30_000, OURS);
        port.granted();
        assertThat(run(1_000, true)).isInstanceOfSatisfying(AcquireResult.Grant.class, grant -> {
            Sent last = port.sent("acquire").get(2);
            assertThat(grant.token()).isEqualTo(last.args().get(0));
            assertThat(grant.sentNanos()).isEqualTo(last.atNanos());
        });
        assertThat(port.sent("withdraw")).isEmpty();
        assertThat(signals.waits()).isEmpty();
    }

    @Test
    void giftIsTakenAtOnce() {
        port.busy(30_000, OURS);
        port.busy(30_000, OURS);
        port.granted();
        ticker.whileParked(() -> port.listener()
                .message(Bytes.of(port.sent("acquire").get(1).args().get(2))));
        assertThat(run(10_000, true)).isInstanceOf(AcquireResult.Grant.class);
        assertThat(port.sent("acquire")).hasSize(3);
    }

    @Test
    void lockIsYieldedForAMillisecond() {
        port.busy(30_000, OURS);
        port.busy(30_000, OURS);
        port.granted();
        long[] woken = {0};
        ticker.whileParked(() -> {
            if (woken[0] == 0) {
                woken[0] = ticker.nanos();
                port.listener()
                        .message(Bytes.of(
                                "-" + port.sent("acquire").get(1).args().get(2)));
            }
        });
        assertThat(run(10_000, true)).isInstanceOf(AcquireResult.Grant.class);
        assertThat(port.sent("acquire").get(2).atNanos() - woken[0]).isEqualTo(MILLI);
    }

    @Test
    void lostAnswerIsFollowedAtOnceByALaterStep() {
        port.fails(new RedisAnswerLostException("lost", null));
        port.granted();
        assertThat(run(1_000, true)).isInstanceOf(AcquireResult.Grant.class);
        assertThat(port.sent("acquire")).hasSize(2);
        assertThat(pausesInMillis()).containsExactly(0L);
    }

    @Test
    void answerLostTwiceIsNotAskedForAgainAndGivenBack() {
        port.fails(new RedisAnswerLostException("lost", null));
        assertThatThrownBy(() -> run(1_000, true)).isInstanceOf(LockUnavailableException.class);
        assertThat(port.sent("acquire")).hasSize(2);
        assertThat(port.sent("withdraw")).hasSize(1);
    }

    @Test
    void lastTryThatItsDeadlineCutShortIsATimeOut() {
        port.busy(30_000, OURS);
        port.answers(() -> {
            ticker.passMillis(5_000);
            throw new RedisAnswerLostException("lost", null);
        });
        assertThat(run(1_000, true)).isInstanceOf(AcquireResult.Busy.class);
        await().untilAsserted(() ->
                assertThat(port.pipelines()).as("it may have been granted").isNotEmpty());
        assertThat(port.sent("acquire").get(1).budgetNanos()).isEqualTo(1_000 * MILLI);
    }

    @Test
    void serverOutOfReachEndsTheWait() {
        port.busy(30_000, OURS);
        port.busy(30_000, OURS);
        port.fails(new RedisUnavailableException("gone", null));
        assertThrown(LockUnavailableException.class, () -> run(10_000, true), "gone");
        assertThat(port.sent("withdraw")).hasSize(1);
        assertThat(signals.waits()).isEmpty();
    }

    @Test
    void interruptWithdrawsAndSetsTheFlag() {
        port.busy(30_000, OURS);
        ticker.whileParked(() -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> run(10_000, true)).isInstanceOf(LockInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(port.sent("acquire")).hasSize(2);
        assertThat(port.sent("withdraw")).hasSize(1);
    }

    @Test
    void whoIsNotInterruptibleWaitsOnAndKeepsTheFlag() {
        port.busy(30_000, OURS);
        port.busy(30_000, OURS);
        port.granted();
        ticker.whileParked(() -> Thread.currentThread().interrupt());
        assertThat(run(10_000, false)).isInstanceOf(AcquireResult.Grant.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    /** No answer came until the wait was over, and the interrupt came meanwhile. */
    @Test
    void interruptWhileAnAnswerIsAwaitedIsToldAsSuch() {
        port.answers(() -> {
            ticker.passMillis(1_000);
            Thread.currentThread().interrupt();
            throw new RedisAnswerLostException("no answer came in time", null);
        });
        assertThatThrownBy(() -> run(500, true)).isInstanceOf(LockInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void waiterThatIsRefusedWaitsNoLongerAndTakesItsNoteBack() {
        port.busy(30_000, OURS);
        ticker.whileParked(() -> refused = true);
        assertThat(run(10_000, true)).isInstanceOf(AcquireResult.Busy.class);
        assertThat(ticker.nanos() - began).isLessThan(1_000 * MILLI);
        assertThat(port.sent("withdraw")).hasSize(1);
        assertThat(signals.waits()).isEmpty();
    }
}
