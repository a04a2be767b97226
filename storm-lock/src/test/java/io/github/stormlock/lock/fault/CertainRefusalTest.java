package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.FaultyReply;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.UpdateWay;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server refuses an update before it runs the script. So nothing is written, and the caller is told just that. */
@OnRedis.Own
class CertainRefusalTest {
    private LockFixture fixture;

    private RedisServer redis;
    private EntryReader entries;

    private static void hit(HashEntry view) {
        view.set("hits", view.getLong("hits") + 1);
    }

    static Stream<String> refusals() {
        return FaultyReply.BEFORE_ONLY.stream().filter(error -> !error.startsWith("TRYAGAIN"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void updateThatIsRefusedBeforeTheScriptIsToldAsNotWritten(String error) {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        for (UpdateWay way : UpdateWay.values()) {
            // Only the script that writes names the field.
            faults.proxy().refuseRequestWhen(Faults.with("HSET", "hits"), 1, error);
            Throwable thrown = catchThrowable(() -> way.run(faults.locks(), CertainRefusalTest::hit));
            assertThat(thrown).as(way + "").isInstanceOf(LockUnavailableException.class);
            assertThat(thrown).hasMessageContaining(error.substring(0, 12));
            faults.proxy().heal();
            assertThat(entries.hash("page")).as(way + "").doesNotContainKey("hits");
            way.run(faults.locks(), CertainRefusalTest::hit);
            assertThat(entries.hash("page")).as(way + ", made again").containsEntry("hits", "1");
            fixture.foreigner().del("page");
        }
    }

    /** An exclusive update may call another system, so it is not computed again by itself. */
    @Test
    void commitWhoseSlotMovesFailsOnce() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        GuardedEntry<HashEntry> page =
                faults.locks().guard("page", Entries.hash()).exclusive();
        AtomicInteger computed = new AtomicInteger();
        faults.proxy().refuseRequestWhen(Faults.with("HSET", "hits"), 1, "TRYAGAIN on purpose");
        Throwable thrown = catchThrowable(() -> page.change(view -> {
            computed.incrementAndGet();
            hit(view);
        }));
        assertThat(thrown).isInstanceOf(LockUnavailableException.class).hasMessageContaining("slot");
        assertThat(computed).hasValue(1);
        assertThat(entries.keys("*page*")).as("neither the entry nor its lock").isEmpty();
    }

    /** Only the server knows that it is a replay, and it cannot be asked. */
    @Test
    void replayWhoseSlotMovesIsNotToldWhatItsUpdateThrew() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        GuardedEntry<HashEntry> page =
                faults.locks().guard("page", Entries.hash()).exclusive();
        EventId event = EventId.opaque("event-1");
        assertThat(page.once(event, CertainRefusalTest::hit).replay()).isFalse();
        IllegalStateException mine = new IllegalStateException("is there already");
        faults.proxy().refuseRequestWhen(Faults.with("EXISTS", "?"), 1, "TRYAGAIN on purpose");
        assertThatThrownBy(() -> page.once(event, view -> {
                    throw mine;
                }))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("slot")
                .hasSuppressedException(mine);
    }

    @Test
    void loopThatTriesAgainAtOnceDoesNotSpinWhileRedisIsAway() {
        RedisLockFactory locks = fixture.factory();
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        redis.shutdownAndSave();
        // The connection that the pool still has takes the script, and then tells of its end.
        assertThatThrownBy(() -> page.change(view -> view.add("hits", 1))).isInstanceOf(LockException.class);
        assertThat(refusalsWithin(1_000, () -> page.change(view -> view.add("hits", 1)), "page"))
                .isBetween(2, 25);
        redis.restart();
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    /** Redis lets a script go on that has written. One of several entries tries its commands first, at a key of its own. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "JOINT")
    void loopThatTriesAgainAtOnceDoesNotSpinAtAServerWithoutMemory(UpdateWay way) {
        RedisLockFactory locks = fixture.factory();
        way.run(locks, CertainRefusalTest::hit);
        fixture.operator().configSet("maxmemory", "1");
        assertThat(refusalsWithin(500, () -> way.run(locks, CertainRefusalTest::hit), "OOM"))
                .isBetween(2, 15);
        fixture.operator().configSet("maxmemory", "0");
        way.run(locks, CertainRefusalTest::hit);
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    /** The script that takes several locks tells the refusal in its answer. */
    @Test
    void lockIsRefusedAtAPaceAtAServerWithoutMemory() {
        DistributedLock both = fixture.factory().all("{turns}a", "{turns}b");
        both.acquire(LockFixture.LONG).close();
        fixture.operator().configSet("maxmemory", "1");
        assertThat(refusalsWithin(500, () -> both.tryAcquire(LockFixture.LONG), "OOM"))
                .isBetween(2, 15);
        fixture.operator().configSet("maxmemory", "0");
    }

    @Test
    void firstFailureIsToldAtOnce() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        Duration shortest = Duration.ofMinutes(1);
        for (int i = 0; i < 10; i++) {
            faults.proxy().refuseRequestWhen(Faults.with("HSET", "hits"), 1, "LOADING on purpose");
            long begun = System.nanoTime();
            assertThatThrownBy(() -> UpdateWay.WITHOUT_AN_ID.run(faults.locks(), CertainRefusalTest::hit))
                    .isInstanceOf(LockUnavailableException.class);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            shortest = took.compareTo(shortest) < 0 ? took : shortest;
            await().pollDelay(Duration.ofMillis(60)).until(() -> true);
        }
        assertThat(shortest).isLessThan(Duration.ofMillis(40));
    }

    /** Returns how often a loop that tries again at once is refused. */
    private static int refusalsWithin(long millis, ThrowingCallable call, String word) {
        int refusals = 0;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            assertThrown(LockUnavailableException.class, call, word);
            refusals++;
        }
        return refusals;
    }
}
