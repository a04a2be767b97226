package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates of one entry that one thread submits are applied in order, and none waits for another of its own thread. */
@OnRedis
class BatchOrderTest {
    private static final String LOCK = "lock:{page}";

    private LockFixture fixture;

    private EntryReader entries;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        page = fixture.factory().guard("page", Entries.hash()).withWait(LockFixture.LONG);
    }

    private static void append(GuardedBatch<HashEntry> batch, GuardedEntry<HashEntry> guard, String field, int number) {
        batch.add(guard, EventId.none(), view -> view.set(field, view.get(field, "") + number + ","));
    }

    private static boolean isWritten(GuardedBatch<HashEntry> batch) {
        batch.run().forEach(GuardedBatch.Result::orThrow);
        return true;
    }

    /** Several threads run batches on one entry, in random views. Each thread finds its own numbers in order. */
    @Test
    void eachThreadFindsItsUpdatesInOrder() throws Exception {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<Future<Boolean>> opened = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 120; i++) {
            expected.append(i).append(',');
        }
        for (int thread = 0; thread < 4; thread++) {
            SplittableRandom own = random.split();
            String field = "t" + thread;
            opened.add(fixture.start(() -> {
                for (int first = 0; first < 120; first += 6) {
                    GuardedBatch<HashEntry> batch = page.batch();
                    for (int i = first; i < first + 6; i++) {
                        append(batch, own.nextBoolean() ? page : page.onlyFields(Set.of(field)), field, i);
                    }
                    isWritten(batch);
                }
            }));
        }
        LockFixture.end(opened);
        for (int thread = 0; thread < 4; thread++) {
            assertThat(entries.hash("page")).as("seed %d", seed).containsEntry("t" + thread, expected.toString());
        }
    }

    /**
     * The leader sees the entry as the second update of a batch does, and not as the first one does. If the leader took
     * the second along and put it back in front of the first, the second would be given the lead while its thread waits
     * for the first.
     */
    @Test
    void updateOfABatchDoesNotWaitForALaterOneOfItsOwnThread() throws Exception {
        GuardedEntry<HashEntry> a = page.onlyFields(Set.of("a"));
        GuardedEntry<HashEntry> b = page.onlyFields(Set.of("b"));
        assertThat(b.once(EventId.opaque("x"), view -> view.add("b", 1)).replay())
                .isFalse();
        Crowd crowd = new Crowd(fixture, LOCK);
        Future<Outcome<HashEntry>> other =
                crowd.joins(() -> b.withEvents(crowd.events()).once(EventId.opaque("y"), view -> view.add("b", 1)));
        AtomicReference<Thread> waiter = new AtomicReference<>();
        Future<List<GuardedBatch.Result<HashEntry>>> batch = fixture.start(() -> {
            waiter.set(Thread.currentThread());
            GuardedBatch<HashEntry> both = page.batch();
            Duration wait = Duration.ofSeconds(8);
            both.add(a.withWait(wait), EventId.opaque("u1"), view -> view.add("a", 1));
            both.add(b.withWait(wait), EventId.opaque("u2"), view -> view.add("b", 1));
            return both.run();
        });
        await().during(Duration.ofMillis(300))
                .atMost(LockFixture.LONG)
                .until(() -> waiter.get() != null && waiter.get().getState() == Thread.State.WAITING);
        crowd.letGo();
        assertThat(LockFixture.result(other).replay()).isFalse();
        assertThat(LockFixture.result(batch))
                .extracting(GuardedBatch.Result::failure)
                .containsOnlyNulls();
        assertThat(entries.hash("page")).containsEntry("a", "1").containsEntry("b", "3");
    }

    /** Returns a batch whose updates see the entry in two ways, by turns. */
    private GuardedBatch<HashEntry> ofTwoViews() {
        GuardedEntry<HashEntry> part = page.onlyFields(Set.of("order"));
        GuardedBatch<HashEntry> batch = page.batch();
        for (int i = 0; i < 6; i++) {
            append(batch, i % 2 == 0 ? page : part, "order", i);
        }
        return batch;
    }

    @Test
    void batchOfTwoViewsThatWaitedIsAppliedInTheOrderAdded() throws Exception {
        fixture.foreignHolds(LOCK, "foreign", 60_000);
        Future<Boolean> batch = fixture.start(() -> isWritten(ofTwoViews()));
        await().until(() -> entries.keys("lock-wait:*").size() == 1);
        fixture.foreignReleases(LOCK, "foreign");
        assertThat(LockFixture.result(batch)).isTrue();
        assertThat(entries.hash("page")).containsEntry("order", "0,1,2,3,4,5,");
    }
}
