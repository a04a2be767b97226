package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.params.SetParams;

/** An update whose caller does not wait is made as any other, and its stage tells the result. */
@ContractTest
class AsyncUpdateContractTest {
    private static final int MOST_OPEN = 10_000;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private LockFixture fixture;
    private RedisLockFactory factory;
    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open() {
        page = factory.guard("page", Entries.hash()).withWait(LockFixture.LONG);
    }

    @AfterEach
    void close() {
        released.countDown();
    }

    private static <R extends @Nullable Object> R ended(CompletionStage<R> update) throws Exception {
        return update.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    /** Keeps a thread of the factory inside an update of the page until it is released. */
    private CompletionStage<Integer> hold() throws InterruptedException {
        CompletionStage<Integer> held = page.updateAsync(view -> {
            begun.countDown();
            LockFixture.awaitOpen(released);
            return 1;
        });
        begun.await();
        return held;
    }

    private static CompletionStage<Long> hit(GuardedEntry<HashEntry> entry) {
        return entry.updateAsync(view -> view.addAndGet("hits", 1));
    }

    @Test
    void stageTellsTheResult() throws Exception {
        page.change(view -> view.set("hits", 41));
        long hits = ended(hit(page));
        assertThat(hits).isEqualTo(42);
        assertThat(entries.hash("page")).containsEntry("hits", "42");
        assertThat(ended(page.<@Nullable String>updateAsync(view -> null))).isNull();
    }

    @Test
    void eventIsAppliedOnceAndTheEntryIsShown() throws Exception {
        EventId event = EventId.opaque("event");
        Outcome<HashEntry> first = ended(page.onceAsync(event, view -> view.add("hits", 1)));
        Outcome<HashEntry> second = ended(page.onceAsync(event, view -> view.add("hits", 1)));
        assertThat(first.replay()).isFalse();
        assertThat(second.replay()).isTrue();
        assertThat(second.entry().getLong("hits")).isEqualTo(1);
    }

    @Test
    void stageFailsByWhatTheChangeThrows() {
        CompletionStage<Long> update = page.updateAsync(view -> {
            throw new IllegalStateException("sold out");
        });
        assertThatThrownBy(() -> ended(update)).hasRootCauseMessage("sold out");
        assertThat(entries.hash("page")).isEmpty();
    }

    @Test
    void busyEntryDelaysNoOther() throws Exception {
        fixture.foreigner().set("lock:{page}", "foreign", SetParams.setParams().px(60_000));
        CompletionStage<Long> busy = hit(page);
        CompletionStage<Long> behind = hit(page);
        GuardedEntry<HashEntry> other = factory.guard("other", Entries.hash());
        assertThat(ended(hit(other))).isEqualTo(1);
        assertThat(busy.toCompletableFuture()).isNotDone();
        assertThat(fixture.foreigner().del("lock:{page}")).isEqualTo(1);
        assertThat(ended(busy)).isEqualTo(1);
        assertThat(ended(behind)).isEqualTo(2);
    }

    @Test
    void waitIsOverInTime() {
        fixture.foreigner().set("lock:{page}", "foreign", SetParams.setParams().px(60_000));
        CompletionStage<Long> late =
                page.withWait(Duration.ofMillis(200)).updateAsync(view -> view.addAndGet("hits", 1));
        assertThatThrownBy(() -> ended(late)).hasCauseInstanceOf(LockTimeoutException.class);
        assertThat(entries.hash("page")).isEmpty();
    }

    @Test
    void updateThatWaitsCanBeCancelledAndIsNotWritten() throws Exception {
        CompletionStage<Integer> held = hold();
        CompletionStage<Long> waiting = hit(page);
        CompletionStage<Long> behind = hit(page);
        assertThat(waiting.toCompletableFuture().cancel(true)).isTrue();
        assertThat(waiting.toCompletableFuture()).isCancelled();
        released.countDown();
        assertThat(ended(behind)).isEqualTo(1);
        assertThat(ended(held)).isEqualTo(1);
        assertThat(entries.hash("page")).containsEntry("hits", "1");
    }

    @Test
    void updateWhoseEntryIsBusyCanBeCancelledAndIsNotWritten() throws Exception {
        fixture.foreigner().set("lock:{page}", "foreign", SetParams.setParams().px(60_000));
        CompletionStage<Long> first = page.exclusive().updateAsync(view -> view.addAndGet("hits", 1));
        CompletionStage<Long> second = page.exclusive().updateAsync(view -> view.addAndGet("hits", 1));
        await().until(() -> fixture.foreigner().exists("lock-wait:{page}"));
        assertThat(first.toCompletableFuture().cancel(true)).isTrue();
        assertThat(fixture.foreigner().del("lock:{page}")).isEqualTo(1);
        assertThat(ended(second)).isEqualTo(1);
        assertThat(first.toCompletableFuture()).isCancelled();
    }

    @Test
    void cancelOfAnUpdateThatIsBegunIsRefused() throws Exception {
        CompletionStage<Integer> held = hold();
        assertThat(held.toCompletableFuture().cancel(true)).isFalse();
        released.countDown();
        assertThat(ended(held)).isEqualTo(1);
    }

    /** The stage runs on no thread that the other update needs. */
    @Test
    void stageMayWaitForAnother() throws Exception {
        GuardedEntry<HashEntry> other = factory.guard("other", Entries.hash());
        CompletionStage<Long> both = hit(page)
                .thenApply(hits -> hits + hit(other).toCompletableFuture().join());
        assertThat(ended(both)).isEqualTo(2);
    }

    @Test
    void oneMoreThanMayBeOpenWaitsForRoomAndThenFails() throws Exception {
        CompletionStage<Integer> held = hold();
        List<CompletionStage<Boolean>> all = new ArrayList<>();
        for (int i = 1; i < MOST_OPEN; i++) {
            all.add(page.updateAsync(view -> {
                view.add("hits", 1);
                return true;
            }));
        }
        CompletionStage<Boolean> tooMany = page.withWait(Duration.ofMillis(100)).updateAsync(view -> view.exists());
        assertThatThrownBy(() -> ended(tooMany))
                .hasCauseInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("10000 other");
        released.countDown();
        assertThat(ended(held)).isEqualTo(1);
        for (CompletionStage<Boolean> one : all) {
            assertThat(ended(one)).isTrue();
        }
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", String.valueOf(MOST_OPEN - 1)));
    }

    @Test
    void closeCutsNoneOff() throws Exception {
        CompletionStage<Integer> held = hold();
        CompletionStage<Long> behind = hit(page);
        factory.close();
        released.countDown();
        assertThat(ended(held)).isEqualTo(1);
        assertThat(ended(behind)).isEqualTo(1);
    }

    @Test
    void refusedInsideAnUpdateAndUnderTheOwnMutex() {
        assertThatThrownBy(() -> page.change(view -> {
                    page.updateAsync(again -> again.exists());
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("asynchronous update of page inside");
        Lease unused = factory.mutex("page").acquire(LockFixture.LONG);
        assertThrown(IllegalStateException.class, () -> page.updateAsync(view -> view.exists()), "under the mutex");
    }

    @Test
    void exclusiveUpdateIsMadeUnderTheLock() throws Exception {
        boolean locked = ended(page.exclusive()
                .updateAsync(view -> !entries.keys("lock:{page}").isEmpty()));
        assertThat(locked).isTrue();
        assertThat(entries.keys("lock:{page}")).isEmpty();
    }
}
