package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests and answers of attempts that are lost, late or replaced by errors. */
@OnRedis
class AttemptAttackTest {
    private static final String KEY = "lock:{page}";
    private static final EventId EVENT = EventId.position("file", 10, 3);

    private LockFixture fixture;

    private Faults faults;
    private EntryReader entries;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open(RedisServer redis) {
        faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT)
                .warm();
        page = faults.locks().guard("page", Entries.hash());
    }

    private static void increment(HashEntry view) {
        view.set("hits", view.getLong("hits") + 1);
    }

    @Test
    void updateWithAnIdThatNeverArrivedIsWrittenByItsSecondCopyAndNotByItsFirst() {
        faults.proxy().holdRequestWhen(Faults.with("HSET"), 1);
        assertThat(page.once(EVENT, AttemptAttackTest::increment).replay()).isFalse();
        page.change(AttemptAttackTest::increment);
        faults.proxy().releaseHeld();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void updateWithoutAnIdIsNotSentAgainAndItsLateCopyDoesNotWrite() {
        faults.proxy().holdRequestWhen(Faults.with("HSET"), 1);
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> page.change(view -> {
                    runs.incrementAndGet();
                    increment(view);
                }))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("without an event id is not sent again");
        assertThat(runs).hasValue(1);
        faults.proxy().releaseHeld();
        page.change(view -> view.set("later", 1));
        assertThat(entries.hash("page")).as("its deadline was over").doesNotContainKey("hits");
    }

    @Test
    void errorInPlaceOfTheAnswerIsNoProofThatNothingIsWritten() {
        faults.proxy().replaceReplyWhen(Faults.with("HSET"), 1, "OOM on purpose");
        assertThrown(OutcomeUnknownException.class, () -> page.change(AttemptAttackTest::increment), "OOM");
        faults.proxy().replaceReplyWhen(Faults.with("HSET"), 1, "OOM on purpose");
        assertThat(page.once(EVENT, AttemptAttackTest::increment).entry().getLong("hits"))
                .isEqualTo(2);
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void errorOfAServerEndsTheCopySoThatNothingIsAwaited() {
        Duration shortest = Faults.IMPATIENT;
        for (int i = 0; i < 10 && shortest.compareTo(Faults.IMPATIENT.dividedBy(2)) > 0; i++) {
            faults.proxy().refuseRequestWhen(Faults.with("HSET"), 1, "MISCONF on purpose");
            shortest = untilUnknown();
        }
        assertThat(shortest).isLessThan(Faults.IMPATIENT.dividedBy(2));
    }

    /** The request may still be on its way to the server. */
    @Test
    void errorOfAProxyIsKeptUntilNoCopyCanWrite() {
        faults.proxy().refuseRequestWhen(Faults.with("HSET"), 1, "ERR the server is slow");
        assertThat(untilUnknown()).isGreaterThanOrEqualTo(Faults.IMPATIENT);
    }

    private Duration untilUnknown() {
        long begun = System.nanoTime();
        assertThatThrownBy(() -> page.change(AttemptAttackTest::increment)).isInstanceOf(OutcomeUnknownException.class);
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** The first copy is written. By the time that the second copy asks, another client holds the lock. */
    @Test
    void writtenOneIsToldSoThoughTheLockIsHeldWhenItAsksAgain() throws Exception {
        faults.proxy().dropReplyWhen(Faults.with("HSET"), 1, ReplyLoss.SILENCE);
        Future<Throwable> updating = fixture.start(() -> catchThrowable(() -> {
            Outcome<HashEntry> outcome = page.withWait(Duration.ofMillis(50)).once(EVENT, AttemptAttackTest::increment);
            assertThat(outcome.entry().getLong("hits")).isEqualTo(1);
        }));
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(() -> entries.hash("page")
                .containsKey("hits"));
        fixture.foreignHolds(KEY, "foreign", 60_000);
        assertThat(LockFixture.result(updating)).isNull();
    }

    /** The script of a later copy did not run, so nothing is known of the first copy, which was written. */
    @Test
    void slotThatMovesTellsNothingOfALostCopy() {
        AtomicInteger copies = new AtomicInteger();
        faults.proxy().dropReplyWhen(Faults.with("HSET"), 1, ReplyLoss.CUT);
        faults.proxy()
                .refuseRequestWhen(
                        command -> Faults.with("HSET").test(command) && copies.incrementAndGet() > 1,
                        1_000,
                        "TRYAGAIN Multiple keys request during rehashing of slot");
        assertThatThrownBy(() -> page.withWait(Duration.ofMillis(100)).once(EVENT, AttemptAttackTest::increment))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(entries.hash("page")).containsEntry("hits", "1");
    }

    @Test
    void refusalBeforeTheMarksWereReadTellsNothingOfALostCopy() {
        AtomicInteger copies = new AtomicInteger();
        faults.proxy().dropReplyWhen(Faults.with("HSET"), 1, ReplyLoss.CUT);
        faults.proxy()
                .refuseRequestWhen(
                        command -> {
                            if (Faults.with("HSET").test(command) && copies.incrementAndGet() == 2) {
                                fixture.operator().aclSetUser("default", "-zmscore");
                            }
                            return false;
                        },
                        1_000,
                        "never");
        try {
            assertThrown(OutcomeUnknownException.class, () -> page.once(EVENT, AttemptAttackTest::increment));
        } finally {
            fixture.operator().aclSetUser("default", "+zmscore");
        }
        assertThat(entries.hash("page")).containsEntry("hits", "1");
        assertThat(page.once(EVENT, AttemptAttackTest::increment).replay()).isTrue();
    }

    /** Each answer takes longer than a deadline allows. So attempts come to nothing, and the update takes the lock. */
    @Test
    void whereAnswersTakeLongUpdatesAreWrittenUnderTheLock(RedisServer redis) {
        Duration timeout = Faults.IMPATIENT.multipliedBy(2);
        Faults far = Faults.on(fixture, redis, LockSettings.DEFAULT, timeout).warm();
        far.proxy().delay(timeout.multipliedBy(85).dividedBy(100));
        far.locks().guard("page", Entries.hash()).withWait(LockFixture.LONG).change(AttemptAttackTest::increment);
        assertThat(entries.hash("page")).containsEntry("hits", "1");
    }
}
