package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.Batches;
import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that stands still costs a few command time-outs, however much was on its way to it. */
@OnRedis.Own
class StoppedServerTest {
    private static final int ENTRIES = 32;

    private RedisServer server;
    private LockFixture fixture;

    @AfterEach
    void close() {
        server.resume();
    }

    private RedisLockFactory locks(Duration commandTimeout) {
        RedisLockFactory locks = fixture.factory(
                fixture.config().toBuilder().commandTimeout(commandTimeout).build(), LockSettings.DEFAULT);
        locks.guard("warm", Entries.hash()).change(view -> view.add("n", 1));
        return locks;
    }

    private static GuardedBatch<HashEntry> batch(RedisLockFactory locks, Runnable inEach) {
        return filled(locks.batch(Entries.hash()), inEach);
    }

    private static GuardedBatch<HashEntry> exclusiveBatch(RedisLockFactory locks, Runnable inEach) {
        return filled(locks.guard("template", Entries.hash()).exclusive().batch(), inEach);
    }

    private static GuardedBatch<HashEntry> filled(GuardedBatch<HashEntry> batch, Runnable inEach) {
        for (int i = 0; i < ENTRIES; i++) {
            batch.add("page" + i, EventId.opaque("event" + i), view -> {
                inEach.run();
                view.add("hits", 1);
            });
        }
        return batch;
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    @Test
    void batchWhoseAttemptsAreNotAnsweredEndsAfterTwoCommandTimeouts() {
        GuardedBatch<HashEntry> batch = batch(locks(Duration.ofSeconds(1)), () -> {});
        server.pause();
        long began = System.nanoTime();

        List<GuardedBatch.Result<HashEntry>> results = Batches.tryRun(batch);

        assertThat(millisSince(began)).isBetween(2_000L, 15_000L);
        assertThat(results)
                .allSatisfy(result -> assertThat(result.failure()).isInstanceOf(OutcomeUnknownException.class));
    }

    @Test
    void batchWhoseTriesAreNotAnsweredEndsAfterAFewCommandTimeouts() {
        GuardedBatch<HashEntry> batch = exclusiveBatch(locks(Duration.ofSeconds(1)), () -> {});
        server.pause();
        long began = System.nanoTime();

        List<GuardedBatch.Result<HashEntry>> results = Batches.tryRun(batch);

        assertThat(millisSince(began)).isLessThan(15_000);
        assertThat(results)
                .allSatisfy(result -> assertThat(result.failure()).isInstanceOf(LockUnavailableException.class));
    }

    @Test
    void batchThatWasLostLeavesNoLockOnceTheServerGoesOn() {
        RedisLockFactory locks = locks(Duration.ofSeconds(1));
        AtomicBoolean stopped = new AtomicBoolean();
        GuardedBatch<HashEntry> batch = exclusiveBatch(locks, () -> {
            if (stopped.compareAndSet(false, true)) {
                server.pause();
            }
        });
        long began = System.nanoTime();
        List<GuardedBatch.Result<HashEntry>> lost = Batches.tryRun(batch);
        // An update that was not computed in time has given its lock back.
        assertThat(lost)
                .hasSize(ENTRIES)
                .allMatch(result -> result.isLeftOver() || result.failure() instanceof OutcomeUnknownException);
        assertThat(lost.get(0).failure()).isInstanceOf(OutcomeUnknownException.class);
        assertThat(millisSince(began)).isLessThan(15_000);
        server.resume();

        List<GuardedBatch.Result<HashEntry>> again = batch(locks, () -> {}).run();

        assertThat(again).allSatisfy(result -> assertThat(result.failure()).isNull());
        EntryReader entries = fixture.closing(EntryReader.of(server));
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(entries.hash("page" + i)).containsEntry("hits", "1");
        }
    }

    @Test
    void commitThatIsNotAnsweredIsSettledAfterTwoCommandTimeouts() {
        GuardedEntry<HashEntry> page = locks(Duration.ofSeconds(3)).guard("page", Entries.hash());
        AtomicLong began = new AtomicLong();

        Throwable thrown = catchThrowable(() -> page.change(view -> {
            view.add("hits", 1);
            server.pause();
            began.set(System.nanoTime());
        }));

        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        assertThat(millisSince(began.get())).isLessThan(20_000);
    }

    @Test
    void valueThatTheServerDoesNotReadIsGivenUpAfterTwoCommandTimeouts() {
        GuardedEntry<StringEntry> page =
                locks(Duration.ofSeconds(1)).guard("page", Entries.string()).exclusive();
        String value = "x".repeat(32 << 20);

        CompletableFuture<Throwable> update =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> page.change(view -> {
                    server.pause();
                    view.set(value);
                })));

        assertThat(update)
                .succeedsWithin(LockFixture.LONG)
                .as("unknown, unless its connection had to be tested first")
                .isInstanceOfAny(OutcomeUnknownException.class, LockUnavailableException.class);
    }
}
