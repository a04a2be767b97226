package io.github.stormlock.lock.insight;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.config.EntryNames;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A wait above {@code storm.lock.insight.slow} is told to listeners, and some of them are logged. */
@OnRedis
class SlowWaitsTest {
    private static final Duration SLOW = Duration.ofMillis(300);
    private static final Duration LONGER = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final LockSettings SETTINGS =
            LockSettings.builder().insightSlow(SLOW).build();

    private final List<Slow> told = new CopyOnWriteArrayList<>();
    private LockFixture fixture;
    private RedisLockFactory holder;
    private String held;

    @AutoClose
    private LogLines log;

    private record Slow(String entry, long waitNanos, String holder) {}

    private class Listener implements LockEvents {
        @Override
        public void slow(String entry, long waitNanos, String heldBy) {
            told.add(new Slow(entry, waitNanos, heldBy));
        }
    }

    @BeforeEach
    void open() {
        log = LogLines.of("io.github.stormlock.internal.figures.SlowWaits");
    }

    private RedisLockFactory locks(LockSettings settings) {
        return fixture.factory(settings).withEvents(new Listener());
    }

    private static GuardedEntry<HashEntry> guard(RedisLockFactory locks, String entry) {
        return locks.guard(entry, Entries.hash());
    }

    /** @return the token of the holder that it waited for */
    private String timesOut(GuardedEntry<HashEntry> entry, String name) {
        try (Lease lease = holder.mutex(name).acquire(LONG)) {
            assertThrown(
                    LockTimeoutException.class, () -> entry.withWait(LONGER).change(page -> page.add("n", 1)));
            return lease.token();
        }
    }

    private String timesOut(RedisLockFactory locks) {
        return timesOut(guard(locks, "page"), "page");
    }

    /** @return what has waited for longer than is slow when the lock is given back */
    private <T> T waits(RedisLockFactory locks, Callable<T> begins) throws Exception {
        try (Lease lease = holder.mutex("page").acquire(LONG)) {
            held = lease.token();
            T waiting = begins.call();
            await().atMost(LONG).until(() -> locks.figures().count(LockCount.CONTENDED) == 1);
            await().pollDelay(LONGER).atMost(LONG).until(() -> true);
            return waiting;
        }
    }

    @Test
    void slowUpdateThatTimedOutIsToldWithItsHolder() {
        String token = timesOut(locks(SETTINGS));
        assertThat(told).singleElement().satisfies(slow -> {
            assertThat(slow.entry()).isEqualTo("page");
            assertThat(slow.waitNanos()).isBetween(SLOW.toNanos(), LONG.toNanos());
            assertThat(slow.holder()).isEqualTo(token);
        });
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("a wait for page took ")
                .contains(" ms; it was held by " + token);
    }

    @Test
    void slowLockThatWasGrantedIsToldWithTheHolderThatItWaitedFor() throws Exception {
        RedisLockFactory locks = locks(SETTINGS);
        Future<Boolean> waiting = waits(
                locks,
                () -> fixture.start(() -> locks.mutex("page").acquire(LONG).close()));
        assertThat(LockFixture.result(waiting)).isTrue();
        assertThat(told).singleElement().satisfies(slow -> {
            assertThat(slow.entry()).isEqualTo("page");
            assertThat(slow.holder()).isEqualTo(held);
        });
    }

    @Test
    void slowUpdateThatEndsByAnExceptionOfItsOwnIsToldToo() throws Exception {
        RedisLockFactory locks = locks(SETTINGS);
        Future<Boolean> waiting = waits(
                locks,
                () -> fixture.start(() -> {
                    assertThrown(
                            IllegalStateException.class,
                            () -> guard(locks, "page").exclusive().change(page -> {
                                throw new IllegalStateException("the update of this test throws");
                            }));
                }));
        assertThat(LockFixture.result(waiting)).isTrue();
        assertThat(told).singleElement().extracting(Slow::entry).isEqualTo("page");
    }

    @Test
    void slowUpdateOfABatchThatTookTheLockAfterAnotherOfThisJvmIsToldToo() throws Exception {
        RedisLockFactory locks = locks(SETTINGS);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Future<Boolean> first = fixture.start(() -> {
            locks.guard("page", Entries.hash()).exclusive().change(page -> {
                begun.countDown();
                await().atMost(LONG).until(() -> end.getCount() == 0);
            });
        });
        await().atMost(LONG).until(() -> begun.getCount() == 0);
        CompletableFuture<?> waiting = guard(locks, "page")
                .exclusive()
                .onceAsync(EventId.none(), page -> page.add("n", 1))
                .toCompletableFuture();
        await().pollDelay(LONGER).atMost(LONG).until(() -> true);
        end.countDown();
        assertThat(waiting).succeedsWithin(LONG);
        assertThat(LockFixture.result(first)).isTrue();
        await().atMost(LONG)
                .untilAsserted(() ->
                        assertThat(told).singleElement().extracting(Slow::entry).isEqualTo("page"));
    }

    @Test
    void listenerIsToldWhenTheUpdateLeadsNoMore() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        RedisLockFactory locks = fixture.factory(SETTINGS);
        RedisLockFactory waiting = locks.withEvents(new LockEvents() {
            @Override
            public void slow(String entry, long waitNanos, String heldBy) {
                told.add(new Slow(entry, waitNanos, heldBy));
                await().atMost(LONG).until(() -> written.getCount() == 0);
            }
        });
        Lease lease = holder.mutex("page").acquire(LONG);
        Future<Boolean> first = fixture.start(() -> {
            assertThatThrownBy(() -> guard(waiting, "page").withWait(LONGER).change(page -> page.add("n", 1)))
                    .isInstanceOf(LockTimeoutException.class);
        });
        await().atMost(LONG).until(() -> told.size() == 1);
        lease.close();
        guard(locks, "page").change(page -> page.add("n", 1));
        written.countDown();
        assertThat(LockFixture.result(first)).isTrue();
    }

    @Test
    void onlyOneIsLoggedInTenSecondsAndAllAreTold() {
        RedisLockFactory locks = locks(SETTINGS);
        timesOut(locks);
        timesOut(locks);
        assertThat(told).hasSize(2);
        assertThat(log.lines()).hasSize(1);
    }

    @Test
    void waitThatIsNotSlowIsNotToldAndZeroTellsOfNone() {
        timesOut(locks(LockSettings.builder().insightSlow(LONG).build()));
        timesOut(locks(LockSettings.builder().insightSlow(Duration.ZERO).build()));
        assertThat(told).isEmpty();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void logHidesPersonalKeysAndAListenerThatThrowsHarmsNobody() {
        RedisLockFactory locks = fixture.factory(
                        SETTINGS.toBuilder().insightEntries(EntryNames.DIGESTS).build())
                .withEvents(new LockEvents() {
                    @Override
                    public void slow(String entry, long waitNanos, String heldBy) {
                        throw new IllegalStateException("the listener of this test throws");
                    }
                });
        timesOut(guard(locks, "personal"), "personal");
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("a wait for #")
                .doesNotContain("personal");
    }
}
