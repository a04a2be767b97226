package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An event that was applied before is a replay, even if its update throws and its lease has ended meanwhile. */
@OnRedis
class LateReplayTest {
    private static final EventId EVENT = EventId.opaque("1");

    private LockFixture fixture;

    private EntryReader entries;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        page = fixture.factory().guard("page", Entries.hash()).withWait(LockFixture.LONG);
        assertThat(page.once(EVENT, view -> view.add("n", 1)).replay()).isFalse();
    }

    /** Returns a change that ends its lease, runs an action and throws, each time it runs. */
    private Consumer<HashEntry> endsItsLeaseAndThrows(Runnable then) {
        return view -> {
            fixture.foreigner().del("lock:{page}");
            then.run();
            throw new IllegalStateException("is there already");
        };
    }

    private void isAReplay(Outcome<HashEntry> outcome, long expected) {
        assertThat(outcome.replay()).isTrue();
        assertThat(outcome.entry().getLong("n")).isEqualTo(expected);
        assertThat(entries.hash("page")).containsEntry("n", "" + expected);
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    void replayThatThrowsAfterItsLeaseEndedIsAReplay() {
        isAReplay(page.once(EVENT, endsItsLeaseAndThrows(() -> {})), 1);
    }

    @Test
    void itShowsTheEntryAsItStandsThen() {
        isAReplay(
                page.once(EVENT, endsItsLeaseAndThrows(() -> fixture.foreigner().hset("page", "n", "7"))), 7);
    }

    @Test
    void triedReplayThatThrowsAfterItsLeaseEndedIsAReplay() {
        Duration wait = Duration.ofSeconds(5);
        isAReplay(page.tryOnce(EVENT, endsItsLeaseAndThrows(() -> {}), wait).orElseThrow(), 1);
    }

    @Test
    void replayInABatchThatThrowsAfterItsLeaseEndedIsAReplay() {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        batch.add("page", EVENT, endsItsLeaseAndThrows(() -> {}));
        batch.add("page", EventId.opaque("2"), view -> view.add("n", 1));
        List<UpdateBatch.Result<HashEntry>> results = batch.run();
        assertThat(results).extracting(UpdateBatch.Result::failure).containsOnlyNulls();
        assertThat(results.get(0).orThrow().replay()).isTrue();
        assertThat(results.get(1).orThrow().replay()).isFalse();
        assertThat(entries.hash("page")).containsEntry("n", "2");
    }

    /**
     * The lease is passed on, since this JVM does not know that it has ended. What was read under it is not. There are
     * several rounds, because a lease that is 50 ms old is not passed on.
     */
    @Test
    void updateBehindAReplayThatThrewUnderALostLeaseReadsAnew() throws Exception {
        for (int round = 2; round < 8; round++) {
            AtomicBoolean queued = new AtomicBoolean();
            GuardedEntry<HashEntry> exclusive =
                    page.exclusive().withEvents(OnEvent.of(LockCount.CONTENDED, () -> queued.set(true)));
            EventId id = EventId.opaque("round " + round);
            AtomicReference<Future<Outcome<HashEntry>>> next = new AtomicReference<>();
            Outcome<HashEntry> replay = exclusive.once(EVENT, endsItsLeaseAndThrows(() -> {
                next.set(fixture.start(() -> exclusive.once(id, view -> view.add("n", 1))));
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .untilTrue(queued);
            }));
            assertThat(replay.replay()).isTrue();
            assertThat(LockFixture.result(next.get()).entry().getLong("n")).isEqualTo(round);
        }
    }

    @Test
    void updateThatThrowsWithTheFlagSetIsToldWhatItThrewThoughThePoolIsBusy(RedisServer redis) throws Exception {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        PoolConfig ofOne =
                PoolConfig.builder().maxTotal(1).maxIdle(1).minIdle(0).build();
        RedisLockFactory small = fixture.factory(
                fixture.configVia(proxy.uri()).toBuilder()
                        .pool(ofOne)
                        .commandTimeout(Faults.IMPATIENT)
                        .build(),
                LockFixture.SILENT);
        GuardedEntry<HashEntry> own = small.guard("page", Entries.hash()).exclusive();
        own.change(view -> view.add("n", 1));
        proxy.holdRequestWhen(FaultProxy.containing("elsewhere"), 1);
        Future<Throwable> told = fixture.start(() -> catchThrowable(() -> own.once(EventId.opaque("2"), view -> {
            var unused = fixture.start(() -> catchThrowable(
                    () -> small.guard("elsewhere", Entries.hash()).peek()));
            await().until(() -> proxy.held() == 1);
            Thread.currentThread().interrupt();
            throw new UnsupportedOperationException("mine");
        })));
        assertThat(LockFixture.result(told)).isInstanceOf(UnsupportedOperationException.class);
    }
}
