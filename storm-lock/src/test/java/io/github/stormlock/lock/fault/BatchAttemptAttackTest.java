package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.FailingPort;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.UpdateBatch.Result;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests and answers of a pipeline of attempts that are lost, late or replaced by errors. */
@OnRedis
class BatchAttemptAttackTest {
    private static final int ENTRIES = 8;

    private LockFixture fixture;

    private Faults faults;
    private EntryReader entries;
    private GuardedEntry<HashEntry> guard;

    @BeforeEach
    void open(RedisServer redis) {
        behind(Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT));
    }

    private void behind(Faults proxied) {
        faults = proxied.warm();
        guard = faults.locks().guard("template", Entries.hash());
    }

    private static void increment(HashEntry view) {
        view.set("hits", view.getLong("hits") + 1);
    }

    /** Returns a batch with one update of each entry. Each update writes a field that is named as its entry. */
    private UpdateBatch<HashEntry> batch(boolean named) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(guard);
        for (int i = 0; i < ENTRIES; i++) {
            String entry = "e" + i;
            batch.add(entry, named ? EventId.opaque("event") : EventId.none(), view -> {
                increment(view);
                view.set(entry, "x");
            });
        }
        return batch;
    }

    private void eachIsWritten(int times) {
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(entries.hash("e" + i)).as("e%d", i).isEqualTo(Map.of("hits", "" + times, "e" + i, "x"));
        }
    }

    private static Duration took(Runnable work) {
        long began = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - began);
    }

    @Test
    void eventsOfALostPipelineAreToldThatTheyAreWritten() {
        faults.proxy().dropReplyWhen(Faults.with("e3"), 1, ReplyLoss.SILENCE);
        assertThat(took(() -> assertThat(batch(true).run()).allSatisfy(result -> assertThat(
                                result.orThrow().entry().getLong("hits"))
                        .isEqualTo(1))))
                .isBetween(Faults.IMPATIENT, Faults.IMPATIENT.multipliedBy(15));
        eachIsWritten(1);
    }

    @Test
    void updatesWithoutIdsOfALostPipelineAreUnknownAndNotSentAgain() {
        faults.proxy().dropReplyWhen(Faults.with("e3"), 1, ReplyLoss.CUT);
        List<Result<HashEntry>> results = batch(false).run();
        // Earlier answers may be lost with the connection, too.
        assertThat(results.subList(3, ENTRIES)).allSatisfy(result -> assertThat(result.failure())
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("not sent again"));
        eachIsWritten(1);
    }

    /** If all answers of a pipeline are lost, one wait is for all of them. */
    @Test
    void lateCopiesOfAPipelineDoNotWrite() {
        faults.proxy().holdRequestWhen(Faults.with("e0"), 1);
        assertThat(took(() -> assertThat(batch(false).run()).allSatisfy(result -> assertThat(result.failure())
                        .isInstanceOf(OutcomeUnknownException.class))))
                .isBetween(Faults.IMPATIENT, Faults.IMPATIENT.multipliedBy(15));
        faults.proxy().releaseHeld();
        assertThat(entries.keys("e*")).as("their deadline was over").isEmpty();
    }

    @Test
    void eventsThatNeverArrivedAreWrittenByTheirLaterCopies() {
        faults.proxy().holdRequestWhen(Faults.with("e0"), 1);
        assertThat(batch(true).run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        faults.proxy().releaseHeld();
        eachIsWritten(1);
        assertThat(batch(true).run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isTrue());
    }

    /** Entries whose outcome is known are let go while the answers of the others are awaited. */
    @Test
    void lostAnswerOfOneEntryDoesNotKeepTheOthers(RedisServer redis) throws Exception {
        Duration timeout = Faults.IMPATIENT.multipliedBy(5);
        behind(Faults.on(fixture, redis, LockSettings.DEFAULT, timeout));
        faults.proxy().replaceReplyWhen(Faults.with("e3"), 1, "ERR the proxy gave up");
        AtomicInteger left = new AtomicInteger();
        Future<List<Result<HashEntry>>> running =
                fixture.start(() -> batch(false).tryRun(some -> left.addAndGet(some.size())));
        await().pollInterval(Duration.ofMillis(5)).until(() -> left.get() == ENTRIES - 1);
        assertThat(running.isDone()).isFalse();
        List<Result<HashEntry>> results = LockFixture.result(running);
        assertThat(results.remove(3).failure()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(results).allSatisfy(result -> assertThat(result.failure()).isNull());
        assertThat(entries.hash("e3")).containsEntry("hits", "1");
    }

    @Test
    void errorsInThePlaceOfSomeAnswersAreTheirOwn(RedisServer redis) {
        // No answer is lost here, so a busy machine may take its time.
        behind(Faults.on(fixture, redis, LockSettings.DEFAULT));
        faults.proxy().replaceReplyWhen(Faults.with("e2"), 1, "OOM on purpose");
        List<Result<HashEntry>> results = batch(false).run();
        assertThat(results.get(2).failure())
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("OOM");
        eachIsWritten(1);
        faults.proxy().refuseRequestWhen(Faults.with("e5"), 1, "OOM on purpose");
        assertThat(batch(true).run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        eachIsWritten(2);
    }

    /** A round does not wait for a held entry, which costs one request. */
    @Test
    void heldEntryIsAttemptedAndNotLocked() {
        fixture.foreignHolds("lock:{e4}", "foreign", 60_000);
        faults.proxy().resetTurns();
        List<Result<HashEntry>> results = batch(false).tryRun();
        assertThat(results.get(4).isLeftOver()).isTrue();
        assertThat(faults.proxy().turns()).isEqualTo(1);
    }

    /** An event id settles its own update only. It would tell nothing of an update without an id in the same attempt. */
    @Test
    void updatesWithoutIdsAreNotAttemptedTogetherWithEvents() {
        faults.proxy().dropReplyWhen(Faults.with("HSET"), 1, ReplyLoss.CUT);
        UpdateBatch<HashEntry> batch = UpdateBatch.of(guard);
        batch.add("page", EventId.opaque("event"), BatchAttemptAttackTest::increment);
        batch.add("page", EventId.none(), BatchAttemptAttackTest::increment);
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.failure()).isNull());
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void exclusiveUpdateBehindAPlainOneRunsUnderItsLock() {
        AtomicInteger runs = new AtomicInteger();
        UpdateBatch<HashEntry> batch = UpdateBatch.of(guard);
        batch.add("page", EventId.none(), BatchAttemptAttackTest::increment);
        batch.add(guard.at("page").exclusive(), EventId.none(), view -> {
            runs.incrementAndGet();
            assertThat(fixture.foreigner().exists("lock:{page}")).isTrue();
            increment(view);
        });
        batch.add("page", EventId.none(), BatchAttemptAttackTest::increment);
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.failure()).isNull());
        assertThat(runs).hasValue(1);
        assertThat(entries.hash("page")).containsEntry("hits", "3");
    }

    /** Another client writes while each update computes, so attempts alone would go on for ever. */
    @Test
    void entryThatIsChangedAllTheTimeIsWrittenUnderItsLock() {
        AtomicInteger runs = new AtomicInteger();
        UpdateBatch<HashEntry> batch = UpdateBatch.of(guard);
        batch.add("page", EventId.none(), view -> {
            if (!fixture.foreigner().exists("lock:{page}")) {
                fixture.foreigner().hincrBy("page", "hits", 10);
            }
            runs.incrementAndGet();
            increment(view);
        });
        batch.add("calm", EventId.none(), BatchAttemptAttackTest::increment);
        assertThat(batch.tryRun())
                .allSatisfy(result -> assertThat(result.failure()).isNull());
        assertThat(runs).hasValueBetween(2, 7);
        assertThat(entries.hash("page")).containsEntry("hits", 10 * (runs.get() - 1) + 1 + "");
        assertThat(entries.hash("calm")).containsEntry("hits", "1");
    }

    @Test
    void interruptIsPutAsideUntilTheOutcomesAreKnown() throws Exception {
        faults.proxy().holdRequestWhen(Faults.with("e0"), 1);
        Thread[] updater = new Thread[1];
        Future<Boolean> updating = fixture.start(() -> {
            updater[0] = Thread.currentThread();
            batch(true).run().forEach(result -> assertThat(result.orThrow().replay())
                    .isFalse());
            return Thread.currentThread().isInterrupted();
        });
        await().until(() -> faults.proxy().held() == 1);
        updater[0].interrupt();
        assertThat(LockFixture.result(updating)).isTrue();
        eachIsWritten(1);
    }

    /** The error comes after the scripts have run. No leader is left behind, and nothing is written a second time. */
    @Test
    void errorBehindThePipelineLeavesAllUnknownAndNobodyInTheWay() {
        for (Error error : List.of(new InternalError("on purpose"), new StackOverflowError("on purpose"))) {
            try (FailingPort port = FailingPort.of(fixture.config())) {
                AtomicInteger unknown = new AtomicInteger();
                GuardedEntry<HashEntry> entry =
                        port.guard("template", OnEvent.of(LockCount.UNKNOWN, unknown::incrementAndGet));
                UpdateBatch<HashEntry> batch = UpdateBatch.of(entry);
                for (int i = 0; i < ENTRIES; i++) {
                    batch.add("e" + i, EventId.none(), BatchAttemptAttackTest::increment);
                }
                batch.add("e0", EventId.none(), BatchAttemptAttackTest::increment);
                port.failNextPipeline(error);
                assertThatThrownBy(batch::run).isSameAs(error);
                // Both updates of the first entry, unless a busy machine took long over the first: then that one alone.
                int ofFirst = unknown.get() - ENTRIES + 1;
                assertThat(ofFirst).isBetween(1, 2);
                for (int i = 0; i < ENTRIES; i++) {
                    String name = "e" + i;
                    assertThat(entries.hash(name)).containsEntry("hits", i == 0 ? Integer.toString(ofFirst) : "1");
                    entry.at(name).withWait(Duration.ofSeconds(1)).change(BatchAttemptAttackTest::increment);
                }
                assertThat(port.queues()).isZero();
                assertThat(entries.hash("e1")).containsEntry("hits", "2");
                assertThat(fixture.foreigner().del(entries.keys("e*").toArray(String[]::new)))
                        .isEqualTo(ENTRIES);
                port.end();
            }
        }
    }
}
