package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
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

    private static void append(UpdateBatch<HashEntry> batch, GuardedEntry<HashEntry> guard, String field, int number) {
        batch.add(guard, EventId.none(), view -> view.set(field, view.get(field, "") + number + ","));
    }

    private static boolean isWritten(UpdateBatch<HashEntry> batch) {
        batch.run().forEach(UpdateBatch.Result::orThrow);
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
                    UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
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

    /** Returns a batch whose updates see the entry in two ways, by turns. */
    private UpdateBatch<HashEntry> ofTwoViews() {
        GuardedEntry<HashEntry> part = page.onlyFields(Set.of("order"));
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
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
