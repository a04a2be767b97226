package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits whose answer does not arrive, and copies that arrive when nobody expects them any more. */
@OnRedis
class LostAnswerAttackTest {
    private static final String KEY = "lock:{log}";
    private final AtomicReference<Thread> follow = new AtomicReference<>();
    private static final EventId EVENT = EventId.position("file", 10, 3);

    private LockFixture fixture;

    private Faults faults;
    private GuardedEntry<ListEntry> log;
    private GuardedEntry<ListEntry> otherLog;
    private EntryReader entries;

    @BeforeEach
    void open(RedisServer redis) {
        faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT)
                .warm();
        log = log(true);
        otherLog = fixture.factory().guard("log", Entries.list());
    }

    /** Under the lock or without it. */
    private GuardedEntry<ListEntry> log(boolean exclusive) {
        GuardedEntry<ListEntry> plain = faults.locks().guard("log", Entries.list());
        return exclusive ? plain.exclusive() : plain;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writtenCommitWhoseAnswerIsLostIsNotWrittenAgain(boolean exclusive) {
        faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 1, ReplyLoss.CUT);
        Outcome<ListEntry> outcome = log(exclusive).once(EVENT, view -> view.addLast("x"));
        assertThat(outcome.entry().asList()).containsExactly("x");
        assertThat(entries.list("log")).containsExactly("x");
        assertThat(log.once(EVENT, view -> view.addLast("x")).replay()).isTrue();
        assertThat(entries.list("log")).containsExactly("x");
    }

    @Test
    void peekWhoseAnswerIsLostAsksAgain() {
        faults.proxy().dropReplyWhen(Faults.with("LRANGE"), 1, ReplyLoss.CUT);
        assertThat(log.peek().asList()).isEmpty();
    }

    /** The read of a socket hears no interrupt, so it ends by its time-out. It is not asked a second time then. */
    @Test
    void peekThatIsInterruptedWhileItAwaitsItsAnswerIsNotAskedAgain() {
        faults.proxy().holdRequestWhen(Faults.with("LRANGE"), 2);
        Future<?> peeking = fixture.start(() -> {
            follow.set(Thread.currentThread());
            return log.peek();
        });
        await().until(() -> faults.proxy().held() == 1);
        follow.get().interrupt();
        assertThatThrownBy(() -> LockFixture.result(peeking)).isInstanceOf(LockInterruptedException.class);
        assertThat(faults.proxy().held()).isEqualTo(1);
    }

    @Test
    void withoutAnEventIdTheOutcomeIsToldAsUnknown() {
        faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 1, ReplyLoss.CUT);
        assertThrown(OutcomeUnknownException.class, () -> log.change(view -> view.addLast("x")), "log");
        assertThat(entries.list("log")).containsExactly("x");
        assertThat(entries.keys(KEY)).isEmpty();
    }

    @Test
    void commitThatNeverArrivedIsWrittenByItsResendAndItsLateCopyIsRefused() {
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        assertThat(log.once(EVENT, view -> view.addLast("x")).replay()).isFalse();
        assertThat(entries.list("log")).containsExactly("x");
        assertThat(entries.keys(KEY)).isEmpty();
        faults.proxy().releaseHeld();
        assertThat(entries.list("log")).containsExactly("x");
        assertThat(faults.proxy().held()).isZero();
    }

    /** Nobody can tell whether it arrived. By the time that its caller hears so, its token is gone. */
    @Test
    void commitWithoutAnEventIdThatNeverArrivedIsUnknownAndItsLateCopyIsRefused() {
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        assertThrown(OutcomeUnknownException.class, () -> log.change(view -> view.addLast("x")), "log");
        assertThat(entries.keys(KEY)).isEmpty();
        faults.proxy().releaseHeld();
        assertThat(entries.keys("log")).isEmpty();
    }

    /** A second copy would write an update without an event id twice. So it goes apart from one with an id. */
    @Test
    void lostCommitOfABatchWritesNoUpdateTwice() {
        UpdateBatch<ListEntry> batch = UpdateBatch.of(log);
        batch.add(log, EVENT, view -> view.addLast("named"));
        batch.add(log, EventId.none(), view -> view.addLast("unnamed"));
        faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 1, ReplyLoss.CUT);
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.failure()).isNull());
        assertThat(entries.list("log")).containsExactly("named", "unnamed");
    }

    @Test
    void answerLostTwiceIsUnknownAndTheReplaySettlesIt() {
        faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 2, ReplyLoss.CUT);
        // The second copy is refused, and its answer is lost too.
        assertThrown(OutcomeUnknownException.class, () -> log.once(EVENT, view -> view.addLast("x")));
        assertThat(entries.list("log")).containsExactly("x");
        Outcome<ListEntry> replay = log.once(EVENT, view -> view.addLast("x"));
        assertThat(replay.replay()).isTrue();
        assertThat(replay.entry().asList()).containsExactly("x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void unknownOutcomeIsAwaitedForTwoCommandTimeoutsAtMost(boolean exclusive) {
        faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 2, ReplyLoss.SILENCE);
        long began = System.nanoTime();
        assertThatThrownBy(() -> log(exclusive).withWait(Duration.ofMillis(1)).once(EVENT, view -> view.addLast("x")))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Faults.IMPATIENT.multipliedBy(2), Faults.IMPATIENT.multipliedBy(15));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void interruptDoesNotCutTheWaitForAnOutcomeShort(boolean exclusive) throws Exception {
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        Thread[] updater = new Thread[1];
        Future<Boolean> updating = fixture.start(() -> {
            updater[0] = Thread.currentThread();
            log(exclusive).once(EVENT, view -> view.addLast("x"));
            return Thread.currentThread().isInterrupted();
        });
        await().until(() -> faults.proxy().held() == 1);
        updater[0].interrupt();
        assertThat(LockFixture.result(updating)).isTrue();
        assertThat(entries.list("log")).containsExactly("x");
    }

    /**
     * The event id tells that the event was applied, and not by which copy. So the entry is read, and not shown from
     * memory.
     */
    @Test
    void whereAnotherAppliedTheEventTheEntryIsShownAsThatLeftIt() throws Exception {
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        Future<Outcome<ListEntry>> mine =
                fixture.start(() -> log.once(EVENT, view -> view.addLast("seen " + view.size() + " before me")));
        await().pollInterval(Duration.ofMillis(5)).until(() -> faults.proxy().held() == 1);
        assertThat(fixture.foreigner().del(KEY)).isEqualTo(1);
        otherLog.change(view -> view.addLast("a"));
        assertThat(otherLog.once(EVENT, view -> view.addLast("seen " + view.size() + " before me"))
                        .replay())
                .isFalse();
        Outcome<ListEntry> outcome = LockFixture.result(mine);
        assertThat(outcome.entry().asList()).containsExactly("a", "seen 1 before me");
        faults.proxy().releaseHeld();
        assertThat(entries.list("log")).containsExactly("a", "seen 1 before me");
        assertThat(entries.keys(KEY)).isEmpty();
    }

    @Test
    void commitThatNeverArrivedAndWhoseLeaseEndedIsLostAndNotUnknown() throws Exception {
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        Future<Boolean> mine = fixture.start(() -> {
            assertThatThrownBy(() -> log.once(EVENT, view -> view.addLast("x"))).isInstanceOf(LeaseLostException.class);
        });
        await().pollInterval(Duration.ofMillis(5)).until(() -> faults.proxy().held() == 1);
        assertThat(fixture.foreigner().del(KEY)).isEqualTo(1);
        assertThat(LockFixture.result(mine)).isTrue();
        faults.proxy().releaseHeld();
        assertThat(entries.keys("log")).isEmpty();
    }
}
