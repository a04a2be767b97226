package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates of several entries that share their round trips. */
@ContractTest
class GuardedBatchContractTest {
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.factory();
    }

    private static void count(HashEntry view) {
        view.add("hits", 1);
    }

    /** The updates are made a few at a time, which does not count as a wait for somebody else. */
    @Test
    void slowUpdatesOfAFreeEntryTakeLongerThanTheWait() {
        AtomicInteger groups = new AtomicInteger();
        GuardedEntry<HashEntry> brief = locks.guard("slow", Entries.hash())
                .withWait(Duration.ofMillis(200))
                .withEvents(OnEvent.of(LockTime.COMMIT, groups::incrementAndGet));
        GuardedBatch<HashEntry> batch = brief.batch();
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
    void busyEntryTimesOutAndTheOthersAreWritten() {
        fixture.foreignHolds("lock:{busy}", "foreign", 60_000);
        GuardedBatch<HashEntry> batch = locks.guard("busy", Entries.hash())
                .withWait(Duration.ofMillis(100))
                .batch();
        batch.add("busy", EventId.none(), GuardedBatchContractTest::count);
        batch.add("free", EventId.none(), GuardedBatchContractTest::count);
        batch.add("busy", EventId.none(), GuardedBatchContractTest::count);
        assertThat(batch.run())
                .extracting(GuardedBatch.Result::failure)
                .satisfiesExactly(
                        late -> assertThat(late).isInstanceOf(LockTimeoutException.class),
                        made -> assertThat(made).isNull(),
                        late -> assertThat(late).isInstanceOf(LockTimeoutException.class));
        assertThat(entries.hash("free")).isEqualTo(Map.of("hits", "1"));
        // The note goes after the time-out is told.
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactlyInAnyOrder("free", "lock:{busy}"));
    }

    @Test
    void busyEntryIsWaitedForAsLongAsItsGuardSays() throws Exception {
        Crowd crowd = new Crowd(fixture, "lock:{busy}");
        GuardedEntry<HashEntry> guard = locks.guard("busy", Entries.hash());
        Future<List<GuardedBatch.Result<HashEntry>>> patient = crowd.joins(() -> {
            GuardedBatch<HashEntry> batch =
                    guard.withEvents(crowd.events()).withWait(LockFixture.LONG).batch();
            batch.add("busy", EventId.none(), GuardedBatchContractTest::count);
            batch.add("busy", EventId.none(), GuardedBatchContractTest::count);
            batch.add("free", EventId.none(), GuardedBatchContractTest::count);
            return batch.run();
        });
        GuardedBatch<HashEntry> brief = guard.withWait(Duration.ofMillis(100)).batch();
        brief.add("busy", EventId.none(), GuardedBatchContractTest::count);
        assertThatThrownBy(() -> brief.run().get(0).orThrow()).isInstanceOf(LockTimeoutException.class);
        crowd.letGo();
        assertThat(LockFixture.result(patient))
                .allMatch(result -> !result.orThrow().replay());
        assertThat(entries.hash("busy")).isEqualTo(Map.of("hits", "2"));
    }

    @Test
    void entryOfAnotherTypeOrTooLargeFailsAlone() {
        fixture.foreigner().rpush("list", "x");
        fixture.foreigner().hset("large", Map.of("1", "1", "2", "2", "3", "3"));
        RedisLockFactory small =
                fixture.factory(LockSettings.builder().entryMaxElements(2).build());
        for (int round = 0; round < 2; round++) {
            GuardedBatch<HashEntry> batch = small.batch(Entries.hash());
            batch.add("list", EventId.none(), GuardedBatchContractTest::count);
            batch.add("ok", EventId.none(), GuardedBatchContractTest::count);
            batch.add("large", EventId.none(), GuardedBatchContractTest::count);
            List<GuardedBatch.Result<HashEntry>> results = batch.run();
            assertThat(results.get(0).failure()).isInstanceOf(EntryRefusedException.class);
            assertThat(results.get(1).orThrow().replay()).isFalse();
            assertThat(results.get(2).failure()).isInstanceOf(EntryRefusedException.class);
        }
        assertThat(entries.hash("ok")).containsEntry("hits", "2");
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    @StandaloneOnly("the proxy stands before one server")
    void updateOfUnknownOutcomeFailsNoneOfALaterRound(RedisServer redis) {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        RedisLockFactory far = fixture.factory(fixture.configVia(proxy.uri()), LockSettings.DEFAULT);
        GuardedEntry<HashEntry> plain = far.guard("warm", Entries.hash()).exclusive();
        plain.change(GuardedBatchContractTest::count);
        proxy.dropReplyWhen(Faults.with("HSET"), 1, ReplyLoss.CUT);
        GuardedBatch<HashEntry> batch = plain.batch();
        for (int i = 0; i < 10; i++) {
            batch.add("e" + i, EventId.none(), page -> {
                // Slow ones are not locked together, or few of them.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
                count(page);
            });
        }
        List<GuardedBatch.Result<HashEntry>> results = batch.run();
        assertThat(results.get(0).failure()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(results.get(9).failure()).isNull();
    }

    @Test
    void batchesAndSinglesOverTheSameEntriesLoseNothingAndNeverBlockEachOther() throws Exception {
        long seed = System.nanoTime();
        System.out.println("batches: seed " + seed);
        List<Future<Integer>> opened = new ArrayList<>();
        RedisLockFactory[] both = {locks, fixture.factory()};
        for (int player = 0; player < 6; player++) {
            Random random = new Random(seed + player);
            RedisLockFactory mine = both[player % 2];
            boolean batches = player % 3 != 0;
            opened.add(fixture.start(() -> batches ? batches(mine, random) : singles(mine, random)));
        }
        int updates = 0;
        for (Future<Integer> player : opened) {
            updates += LockFixture.result(player);
        }
        long hits = 0;
        for (int i = 0; i < 5; i++) {
            hits += Long.parseLong(entries.hash("e" + i).getOrDefault("hits", "0"));
        }
        assertThat(hits).as("seed %d", seed).isEqualTo(updates);
        assertThat(entries.keysWithoutExpiry()).isSubsetOf(Set.of("e0", "e1", "e2", "e3", "e4"));
    }

    private static int batches(RedisLockFactory locks, Random random) {
        int updates = 0;
        for (int i = 0; i < 20; i++) {
            GuardedBatch<HashEntry> batch = locks.guard("template", Entries.hash())
                    .withWait(LockFixture.LONG)
                    .batch();
            for (int j = 0; j < 10; j++) {
                batch.add("e" + random.nextInt(5), EventId.none(), GuardedBatchContractTest::count);
            }
            batch.run().forEach(result -> assertThat(result.orThrow().replay()).isFalse());
            updates += 10;
        }
        return updates;
    }

    private static int singles(RedisLockFactory locks, Random random) {
        for (int i = 0; i < 100; i++) {
            locks.guard("e" + random.nextInt(5), Entries.hash())
                    .withWait(LockFixture.LONG)
                    .change(GuardedBatchContractTest::count);
        }
        return 100;
    }
}
