package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A round that hangs in one update keeps no other entry from those who want it. */
@OnRedis
class HangingRoundTest {
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger computed = new AtomicInteger();
    private final AtomicInteger hung = new AtomicInteger();

    private LockFixture fixture;
    private EntryReader entries;

    /** Entries are led by one factory. */
    private RedisLockFactory locks;

    /** Hangs when it computes for the first time. */
    private void hang(HashEntry entry) {
        hung.incrementAndGet();
        hangs.countDown();
        LockFixture.awaitOpen(goesOn);
        entry.add("n", 1);
    }

    private void addOne(HashEntry entry) {
        computed.incrementAndGet();
        entry.add("n", 1);
    }

    private void changeBesides(String key) {
        locks.guard(key, Entries.hash()).withWait(Duration.ofSeconds(20)).change(entry -> entry.add("n", 1));
    }

    /** @param others how many updates leave the round that hangs */
    private void whileHanging(UpdateBatch<HashEntry> batch, int others, Runnable besides) throws Exception {
        AtomicInteger left = new AtomicInteger();
        Future<?> running = fixture.start(() -> {
            // A busy machine may write the first ones before.
            while (hangs.getCount() > 0) {
                batch.tryRun(some -> left.addAndGet(some.size()));
            }
            return null;
        });
        LockFixture.awaitOpen(hangs);
        await().atMost(LockFixture.LONG).until(() -> left.get() + batch.made() == others);
        besides.run();
        assertThat(running.isDone()).isFalse();
        goesOn.countDown();
        Object unused = LockFixture.result(running);
        batch.run().forEach(UpdateBatch.Result::orThrow);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void batchThatHangsLetsGoOfItsOtherEntries(int hanging) throws Exception {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        for (int i = 0; i < 3; i++) {
            batch.add("e" + i, EventId.none(), i == hanging ? this::hang : this::addOne);
        }
        whileHanging(batch, 2, () -> {
            for (int i = 0; i < 3; i++) {
                if (i != hanging) {
                    changeBesides("e" + i);
                }
            }
        });
        for (int i = 0; i < 3; i++) {
            assertThat(entries.hash("e" + i)).containsEntry("n", i == hanging ? "1" : "2");
        }
        assertThat(hung).as("what hung was sent, and not computed again").hasValue(1);
    }

    @Test
    void batchThatHangsAfterAConflictLetsGoOfWhatIsLeftToTheLock() throws Exception {
        locks.guard("e0", Entries.hash()).change(entry -> entry.set("seen", "old"));
        fixture.factory().guard("e0", Entries.hash()).change(entry -> entry.set("seen", "new"));
        AtomicInteger runs = new AtomicInteger();
        UpdateBatch<HashEntry> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        batch.add("e0", EventId.none(), entry -> {
            entry.get("seen");
            if (runs.incrementAndGet() == 2) {
                hang(entry);
            } else {
                entry.add("n", 1);
            }
        });
        batch.add(locks.guard("e1", Entries.hash()).exclusive(), EventId.none(), this::addOne);
        whileHanging(batch, 1, () -> changeBesides("e1"));
        assertThat(entries.hash("e1")).containsEntry("n", "2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void batchThatHangsUnderLocksGivesBackThoseUnderWhichNothingIsComputed(int hanging) throws Exception {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        for (int i = 0; i < 3; i++) {
            batch.add(
                    locks.guard("e" + i, Entries.hash()).exclusive(),
                    EventId.none(),
                    i == hanging ? this::hang : this::addOne);
        }
        whileHanging(batch, 2 - hanging, () -> {
            locks = fixture.factory();
            for (int i = hanging + 1; i < 3; i++) {
                changeBesides("e" + i);
            }
        });
        for (int i = 0; i < 3; i++) {
            assertThat(entries.hash("e" + i)).containsEntry("n", i > hanging ? "2" : "1");
        }
        assertThat(computed).as("exclusive updates may call other systems").hasValue(2);
        assertThat(hung).hasValue(1);
    }

    @Test
    void roundOfUpdatesThatNobodyWaitsForLetsGoOfItsOtherEntries() {
        CountDownLatch begins = new CountDownLatch(1);
        List<CompletableFuture<?>> all = new ArrayList<>();
        // One keeps a thread, so that the others meet in a round, mostly.
        CompletionStage<?> first = locks.guard("first", Entries.hash()).updateAsync(entry -> {
            LockFixture.awaitOpen(begins);
            return null;
        });
        all.add(first.toCompletableFuture());
        for (int i = 0; i < 20; i++) {
            boolean isLast = i == 19;
            all.add(locks.guard("e" + i, Entries.hash())
                    .updateAsync(entry -> {
                        if (isLast) {
                            hang(entry);
                        } else {
                            addOne(entry);
                        }
                        return null;
                    })
                    .toCompletableFuture());
        }
        begins.countDown();
        LockFixture.awaitOpen(hangs);
        for (int i = 0; i < 19; i++) {
            changeBesides("e" + i);
        }
        goesOn.countDown();
        await().atMost(LockFixture.LONG).until(() -> all.stream().allMatch(CompletableFuture::isDone));
        for (int i = 0; i < 19; i++) {
            assertThat(entries.hash("e" + i)).containsEntry("n", "2");
        }
        assertThat(entries.hash("e19")).containsEntry("n", "1");
    }
}
