package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An update that is computed without the lock is written only on what it saw. */
@ContractTest
class AttemptingContractTest {
    private static final String KEY = "lock:{page}";

    private LockFixture fixture;

    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open() {
        page = fixture.factory().guard("page", Entries.hash()).withWait(LockFixture.LONG);
    }

    private static void increment(HashEntry view) {
        view.set("hits", view.getLong("hits") + 1);
    }

    @Test
    void updateRunsAgainOnWhatAnotherWroteMeanwhile() {
        page.change(AttemptingContractTest::increment);
        List<Long> seen = new ArrayList<>();
        page.change(view -> {
            seen.add(view.getLong("hits"));
            if (seen.size() == 1) {
                fixture.foreigner().hincrBy("page", "hits", 1);
            }
            increment(view);
        });
        assertThat(seen).containsExactly(1L, 2L);
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "3"));
    }

    @Test
    void updateThatWritesNothingIsComparedToo() {
        page.change(view -> view.set("stock", 0));
        boolean soldOut = page.update(view -> view.getLong("stock") == 0);
        assertThat(soldOut).isTrue();
        fixture.foreigner().hset("page", "stock", "5");
        soldOut = page.update(view -> view.getLong("stock") == 0);
        assertThat(soldOut).as("as remembered").isFalse();
    }

    @Test
    void nothingIsWrittenWhileAnotherHoldsTheLock() throws Exception {
        page.change(AttemptingContractTest::increment);
        fixture.foreignHolds(KEY, "foreign", 60_000);
        AtomicInteger runs = new AtomicInteger();
        Future<Boolean> waiting = fixture.start(() -> {
            page.change(view -> {
                runs.incrementAndGet();
                increment(view);
            });
        });
        LockFixture.awaitKeys(entries, "lock-wait:*", 1);
        assertThat(runs).as("computed without the lock").hasValue(1);
        fixture.foreigner().hset("page", "hits", "10");
        fixture.foreignReleases(KEY, "foreign");
        assertThat(LockFixture.result(waiting)).isTrue();
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "11"));
    }

    @Test
    void replayIsToldWhileAnotherHoldsTheLock() {
        EventId event = EventId.position("file", 10, 3);
        assertThat(page.once(event, AttemptingContractTest::increment).replay()).isFalse();
        fixture.foreignHolds(KEY, "foreign", 60_000);
        Outcome<HashEntry> replay = page.withWait(Duration.ZERO).once(event, AttemptingContractTest::increment);
        assertThat(replay.replay()).isTrue();
        assertThat(replay.entry().getLong("hits")).isEqualTo(1);
    }

    @Test
    void exclusiveUpdateHoldsTheLockWhileItRunsAndRunsOnItsOwnThread() {
        Thread caller = Thread.currentThread();
        AtomicInteger runs = new AtomicInteger();
        page.exclusive().change(view -> {
            runs.incrementAndGet();
            assertThat(Thread.currentThread()).isSameAs(caller);
            assertThat(entries.string(KEY)).isPresent();
            increment(view);
        });
        assertThat(runs).as("what throws without the lock runs again").hasValue(1);
        assertThat(entries.keys(KEY)).isEmpty();
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "1"));
    }

    @Test
    void exclusiveUpdatesOfABatchAreWrittenInTheirOrder() {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        for (int i = 0; i < 3; i++) {
            int number = i;
            batch.add(
                    page.exclusive(),
                    EventId.none(),
                    view -> view.set(
                            "order",
                            view.get("order", "") + number + entries.keys(KEY).size()));
        }
        batch.run().forEach(UpdateBatch.Result::orThrow);
        assertThat(entries.hash("page")).isEqualTo(Map.of("order", "011121"));
    }

    @Test
    void whatWasOnlyAddedIsAppliedToWhatStandsAndRunsOnce() {
        page.change(view -> view.add("hits", 1));
        AtomicInteger runs = new AtomicInteger();
        page.change(view -> {
            runs.incrementAndGet();
            fixture.foreigner().hincrBy("page", "hits", 10);
            view.add("hits", 1);
        });
        assertThat(runs).hasValue(1);
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "12"));
    }

    @Test
    void eventWhoseEntryIsNotShownIsNotComparedWhereItOnlyAdds() {
        EventId event = EventId.position("file", 10, 3);
        AtomicInteger runs = new AtomicInteger();
        Outcome<HashEntry> outcome = page.notShown().once(event, view -> {
            runs.incrementAndGet();
            fixture.foreigner().hincrBy("page", "hits", 10);
            view.add("hits", 1);
        });
        assertThat(runs).hasValue(1);
        assertThat(outcome.replay()).isFalse();
        assertThatThrownBy(outcome::entry).isInstanceOf(IllegalStateException.class);
        Outcome<HashEntry> replay = page.notShown().once(event, view -> view.add("hits", 1));
        assertThat(replay.replay()).isTrue();
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "11"));
    }

    @Test
    void outcomesOfOneGroupShowTheEntryWhereTheirOwnGuardDoes() {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        batch.add(page.notShown(), EventId.none(), view -> view.add("hits", 1));
        batch.add(page, EventId.none(), view -> view.add("hits", 1));
        List<UpdateBatch.Result<HashEntry>> results = batch.run();
        assertThat(results.get(1).orThrow().entry().getLong("hits")).isEqualTo(2);
        assertThatThrownBy(() -> results.get(0).orThrow().entry()).hasMessageContaining("notShown");
    }

    @Test
    void verdictRestsOnWhatStandsAndNotOnWhatIsRemembered() {
        page.change(view -> view.set("stock", 0));
        fixture.foreigner().hset("page", "stock", "5");
        page.change(view -> {
            if (view.getLong("stock") == 0) {
                throw new IllegalStateException("sold out");
            }
            view.set("stock", view.getLong("stock") - 1);
        });
        assertThat(entries.hash("page")).isEqualTo(Map.of("stock", "4"));
    }

    /** The updates are made a few at a time, which does not count as a wait for somebody else. */
    @Test
    void slowUpdatesOfAFreeEntryTakeLongerThanTheWait() {
        AtomicInteger groups = new AtomicInteger();
        GuardedEntry<HashEntry> brief = fixture.factory()
                .guard("slow", Entries.hash())
                .withWait(Duration.ofMillis(200))
                .withEvents(OnEvent.of(LockTime.COMMIT, groups::incrementAndGet));
        UpdateBatch<HashEntry> batch = UpdateBatch.of(brief);
        for (int i = 0; i < 60; i++) {
            batch.add(brief, EventId.none(), view -> {
                LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
                view.add("hits", 1);
            });
        }
        assertThat(batch.run()).allMatch(result -> !result.orThrow().replay());
        assertThat(entries.hash("slow")).containsEntry("hits", "60");
        assertThat(groups.get()).as("groups of 60 updates of 10 ms").isGreaterThan(5);
    }

    @Test
    void entryOfAnotherTypeOrTooLargeFailsAlone() {
        fixture.foreigner().rpush("list", "x");
        fixture.foreigner().hset("large", Map.of("1", "1", "2", "2", "3", "3"));
        RedisLockFactory small =
                fixture.factory(LockSettings.builder().entryMaxElements(2).build());
        for (int round = 0; round < 2; round++) {
            UpdateBatch<HashEntry> batch = UpdateBatch.of(small.guard("any", Entries.hash()));
            batch.add("list", EventId.none(), view -> view.add("hits", 1));
            batch.add("ok", EventId.none(), view -> view.add("hits", 1));
            batch.add("large", EventId.none(), view -> view.add("hits", 1));
            List<UpdateBatch.Result<HashEntry>> results = batch.run();
            assertThat(results.get(0).failure()).isInstanceOf(EntryRefusedException.class);
            assertThat(results.get(1).orThrow().replay()).isFalse();
            assertThat(results.get(2).failure()).isInstanceOf(EntryRefusedException.class);
        }
        assertThat(entries.hash("ok")).containsEntry("hits", "2");
        assertThat(entries.keys("lock:*")).isEmpty();
    }
}
