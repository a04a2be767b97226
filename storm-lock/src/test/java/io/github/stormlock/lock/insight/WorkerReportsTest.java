package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.SlowTime;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.EntryNames;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** A worker tells in Redis what it does, and takes it back. */
@ContractTest
class WorkerReportsTest {
    private static final LockSettings EACH_SECOND =
            LockSettings.builder().insightInterval(Duration.ofSeconds(1)).build();
    private static final LockNames NAMES = LockNames.of("");
    private static final Duration LONG = Duration.ofSeconds(30);

    private LockFixture fixture;
    private UnifiedJedis redis;
    private RedisLockFactory locks;

    @BeforeEach
    void open() {
        redis = fixture.foreigner();
        locks = fixture.factory(config(), EACH_SECOND);
    }

    private RedisConfig config() {
        return fixture.config().toBuilder().clientName("storm-lock:reports").build();
    }

    /** Returns what the factory that holds a lock tells; empty while it tells nothing. */
    private Optional<JsonObject> told(String token) {
        String document =
                redis.get(NAMES.info(LockToken.parse(token).orElseThrow().factory()));
        return Optional.ofNullable(document)
                .map(text -> JsonParser.parseString(text).getAsJsonObject());
    }

    private JsonObject required(String token) {
        Optional<JsonObject> document = told(token);
        assertThat(document).isPresent();
        return document.get();
    }

    private static List<JsonObject> rows(JsonObject document, String table, String entry) {
        return StreamSupport.stream(document.getAsJsonArray(table).spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(row -> row.get("entry").getAsString().equals(entry))
                .toList();
    }

    @Test
    void longHeldLockIsToldWithItsThreadAndThoseWhoWait() throws Exception {
        Lease lease = locks.calledBy("nightly").mutex("report").acquire(LONG);
        String own = Thread.currentThread().getName();
        Thread waiter = new Thread(
                () -> {
                    locks.calledBy("batch").mutex("report").tryAcquire(LONG);
                },
                "batch-1");
        waiter.start();
        try {
            await().atMost(LONG).untilAsserted(() -> {
                JsonObject document = required(lease.token());
                assertThat(rows(document, "held", "report")).singleElement().satisfies(row -> {
                    assertThat(row.get("kind").getAsString()).isEqualTo("m");
                    assertThat(row.get("thread").getAsString()).isEqualTo(own);
                    assertThat(row.get("age").getAsLong()).isBetween(1_000L, 30_000L);
                    assertThat(caller(document, row)).isEqualTo("nightly");
                });
                assertThat(rows(document, "waits", "report")).singleElement().satisfies(row -> {
                    assertThat(row.get("thread").getAsString()).isEqualTo("batch-1");
                    assertThat(caller(document, row)).isEqualTo("batch");
                });
                assertThat(document.getAsJsonObject("who").get("pid").getAsLong())
                        .isEqualTo(ProcessHandle.current().pid());
            });
        } finally {
            waiter.interrupt();
            waiter.join();
        }
    }

    private static String caller(JsonObject document, JsonObject row) {
        return document.getAsJsonArray("callers")
                .get(row.get("caller").getAsInt())
                .getAsString();
    }

    @Test
    void updateThatHangsWithoutALockIsTold() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Lease known = locks.mutex("other").acquire(LONG);
        Thread hanging = new Thread(
                () -> locks.calledBy("pages/7").guard("page", Entries.hash()).change(page -> {
                    page.set("n", "1");
                    LockFixture.awaitOpen(end);
                }),
                "hanging");
        hanging.start();
        try {
            await().atMost(LONG).untilAsserted(() -> {
                JsonObject document = required(known.token());
                assertThat(rows(document, "open", "page")).singleElement().satisfies(row -> {
                    assertThat(row.get("thread").getAsString()).isEqualTo("hanging");
                    assertThat(caller(document, row)).isEqualTo("pages/7");
                });
            });
        } finally {
            end.countDown();
            hanging.join();
        }
    }

    @Test
    void sumsAreExactAndTimesAndHotEntriesAreOfTheInterval() {
        int updates = 400;
        Lease known = locks.mutex("other").acquire(LONG);
        for (int i = 0; i < updates; i++) {
            locks.guard("page", Entries.hash()).change(page -> page.add("n", 1));
        }
        await().atMost(LONG).untilAsserted(() -> {
            JsonObject document = required(known.token());
            JsonObject sums = document.getAsJsonObject("sum");
            assertThat(sums.get("updates").getAsLong()).isEqualTo(updates);
            assertThat(sums.get("groups").getAsLong()).isEqualTo(updates);
            assertThat(sums.get("granted").getAsLong()).isEqualTo(updates + 1);
        });
        // Of the interval in which they were made, so that a later document may have none.
        assertThat(locks.figures().times(LockTime.WAIT).recent().getTotalCount())
                .isEqualTo(updates + 1);
    }

    @Test
    void whoMetNobodyHasNotWaitedAndWhoWaitedTellsTheTime() throws Exception {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(entry -> entry.add("n", 1));
        page.exclusive().change(entry -> entry.add("n", 1));
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        batch.add("page", EventId.none(), entry -> entry.add("n", 1));
        assertThat(batch.run()).hasSize(1);
        Lease held = locks.mutex("page").acquire(LONG);
        assertThat(waits().getTotalCount()).isPositive();
        assertThat(waits().getMaxValue()).isZero();
        Thread waiting = new Thread(() -> page.change(entry -> entry.add("n", 1)));
        waiting.start();
        await().atMost(LONG).until(() -> locks.figures().count(LockCount.CONTENDED) == 1);
        long begun = System.nanoTime();
        await().pollDelay(Duration.ofMillis(20)).until(() -> true);
        held.close();
        waiting.join();
        assertThat(waits().getMaxValue()).isBetween(20_000L, (System.nanoTime() - begun) / 1_000 + 10_000_000);
    }

    private Histogram waits() {
        return locks.figures().times(LockTime.WAIT).recent();
    }

    @Test
    void updatesOfAGroupAreCountedEachAndThoseUnderALockAreNoAttempts() {
        RedisLockFactory slow = fixture.closing(new SlowTime().factory(config(), EACH_SECOND));
        GuardedEntry<HashEntry> page = slow.guard("page", Entries.hash());
        page.change(entry -> entry.add("n", 1));
        CallerFigures figures = slow.figures();
        assertThat(figures.count(LockCount.ATTEMPTS)).isEqualTo(1);
        page.exclusive().change(entry -> entry.add("n", 1));
        assertThat(figures.count(LockCount.ATTEMPTS)).isEqualTo(1);
        assertThat(figures.count(LockCount.UPDATES)).isEqualTo(2);
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        for (int i = 0; i < 3; i++) {
            batch.add("page", EventId.none(), entry -> entry.add("n", 1));
        }
        assertThat(batch.run()).hasSize(3);
        assertThat(figures.count(LockCount.UPDATES)).isEqualTo(5);
        assertThat(figures.count(LockCount.GROUPS)).isEqualTo(3);
        assertThat(figures.count(LockCount.GRANTED)).isEqualTo(5);
    }

    @Test
    void nothingStandsAfterTheEnd() {
        String factory;
        try (Lease lease = locks.mutex("other").acquire(LONG)) {
            factory = LockToken.parse(lease.token()).orElseThrow().factory();
            await().atMost(LONG).until(() -> told(lease.token()).isPresent());
            await().atMost(LONG).until(() -> redis.zscore(NAMES.workers(), factory) != null);
            assertThat(redis.pttl(NAMES.info(factory))).isBetween(1L, 3_000L);
            assertThat(redis.pttl(NAMES.workers())).isPositive();
        }
        locks.close();
        assertThat(redis.exists(NAMES.info(factory))).isFalse();
        assertThat(redis.zscore(NAMES.workers(), factory)).isNull();
    }

    @Test
    void digestsHideTheKeysOfEntries() {
        LockSettings digests =
                EACH_SECOND.toBuilder().insightEntries(EntryNames.DIGESTS).build();
        Lease lease = fixture.factory(config(), digests).mutex("personal").acquire(LONG);
        await().atMost(LONG).untilAsserted(() -> {
            JsonObject document = required(lease.token());
            assertThat(document.getAsJsonArray("held")).hasSize(1);
            assertThat(document.toString()).doesNotContain("personal").contains("\"#");
        });
    }

    @Test
    void documentIsBoundedHoweverMuchIsHeld() {
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            leases.add(locks.mutex("report:" + i + "x".repeat(500)).acquire(LONG));
        }
        String factory = LockToken.parse(leases.get(0).token()).orElseThrow().factory();
        await().atMost(LONG).untilAsserted(() -> {
            JsonObject document = required(leases.get(0).token());
            int shown = document.getAsJsonArray("held").size();
            assertThat(shown).isBetween(20, 64);
            assertThat(document.getAsJsonObject("cut").get("held").getAsInt()).isEqualTo(300 - shown);
            assertThat(redis.strlen(NAMES.info(factory))).isLessThanOrEqualTo(32_768);
            // The oldest first.
            assertThat(document.getAsJsonArray("held")
                            .get(0)
                            .getAsJsonObject()
                            .get("entry")
                            .getAsString())
                    .startsWith("report:0x");
        });
    }

    @Test
    void withoutAnIntervalNothingIsTold() {
        Lease silent =
                fixture.factory(config(), LockFixture.SILENT).mutex("silent").acquire(LONG);
        Lease told = locks.mutex("told").acquire(LONG);
        await().atMost(LONG).until(() -> told(told.token()).isPresent());
        assertThat(told(silent.token())).isEmpty();
    }

    @Test
    void poolThatIsDrainedAllTheTimeIsTold() throws Exception {
        RedisConfig drained = config().toBuilder()
                .pool(PoolConfig.builder().maxTotal(1).build())
                .build();
        AtomicBoolean end = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        RedisLockFactory few = fixture.factory(drained, EACH_SECOND);
        Lease known = few.mutex("other").acquire(LONG);
        for (int i = 0; i < 8; i++) {
            // One slot, so that in a Cluster all of them want the pool of one node.
            var guard = few.guard("{page}" + i, Entries.hash());
            threads.add(new Thread(() -> {
                while (!end.get()) {
                    // On a busy machine the pool may be drained for all of its wait.
                    catchThrowable(() -> guard.change(page -> page.add("n", 1)));
                }
            }));
        }
        threads.forEach(Thread::start);
        try {
            await().atMost(LONG).untilAsserted(() -> assertThat(required(known.token())
                            .getAsJsonObject("pool")
                            .get("waiting")
                            .getAsInt())
                    .isPositive());
        } finally {
            end.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
