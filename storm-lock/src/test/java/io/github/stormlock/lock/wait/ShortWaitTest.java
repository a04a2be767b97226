package io.github.stormlock.lock.wait;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits that are over before an answer can have come, or that no server answers. */
@OnRedis
class ShortWaitTest {
    private LockFixture fixture;

    private Faults far;

    @BeforeEach
    void open(RedisServer redis) {
        far = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        far.proxy().delay(Duration.ofMillis(20));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 10, 15})
    void freeLockIsGrantedAlthoughItsServerIsFurtherAwayThanTheWait(long millis) {
        awaitQuick(() -> {
            Optional<Lease> lease = far.locks().mutex("site").tryAcquire(Duration.ofMillis(millis));
            lease.ifPresent(Lease::close);
            return lease.isPresent();
        });
    }

    @Test
    void freeLockIsGrantedAsALockOfAThreadAndForAnUpdate() {
        awaitQuick(() -> far.locks().mutex("site").asLock().tryLock(10, TimeUnit.MILLISECONDS));
        far.locks().mutex("site").asLock().unlock();
        GuardedEntry<HashEntry> page = far.locks().guard("page", Entries.hash()).withWait(Duration.ofMillis(10));
        awaitQuick(() -> page.update(view -> view.addAndGet("hits", 1)) == 1);
    }

    /** A busy machine may lose the answers to some tries. */
    private static void awaitQuick(Callable<Boolean> granted) {
        await().pollInSameThread()
                .atMost(LockFixture.LONG)
                .ignoreException(LockTimeoutException.class)
                .until(granted);
    }

    /** The thread of a caller is his own: its computation may take for ever. */
    @Test
    void updatesBehindTheComputationOfACallerEndInTheirTime() throws Exception {
        GuardedEntry<HashEntry> page = fixture.factory().guard("page", Entries.hash());
        CountDownLatch computes = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Future<?> slow = fixture.start(() -> {
            page.change(view -> {
                computes.countDown();
                LockFixture.awaitOpen(goesOn);
                view.add("hits", 1);
            });
            return null;
        });
        LockFixture.awaitOpen(computes);
        GuardedEntry<HashEntry> brief = page.withWait(Duration.ofMillis(150));
        CompletionStage<?> asynchronous = brief.updateAsync(view -> view.addAndGet("hits", 10));
        assertThat(asynchronous.toCompletableFuture())
                .failsWithin(LockFixture.LONG)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockTimeoutException.class);
        assertThat(slow.isDone()).isFalse();
        goesOn.countDown();
        assertThat(LockFixture.result(slow)).isNull();
        long hits = page.update(view -> view.addAndGet("hits", 0));
        assertThat(hits).isEqualTo(1);
    }

    @Test
    void updatesBehindABusyLockEndInTheirTimeAlthoughAnotherOneWaitsForLonger() {
        GuardedEntry<HashEntry> page = fixture.factory().guard("page", Entries.hash());
        GuardedEntry<HashEntry> brief = page.withWait(Duration.ofSeconds(1));
        CountDownLatch computes = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        CompletionStage<?> first = brief.updateAsync(view -> {
            computes.countDown();
            LockFixture.awaitOpen(goesOn);
            return view.addAndGet("hits", 1);
        });
        LockFixture.awaitOpen(computes);
        fixture.foreignHolds("lock:{page}", "foreign", 60_000);
        // They stand behind the first one, so one thread waits for all of them.
        CompletionStage<?> second = brief.updateAsync(view -> view.addAndGet("hits", 10));
        CompletionStage<?> patient = page.withWait(LockFixture.LONG).updateAsync(view -> view.addAndGet("hits", 100));
        goesOn.countDown();
        for (CompletionStage<?> late : List.of(first, second)) {
            assertThat(late.toCompletableFuture())
                    .failsWithin(LockFixture.LONG)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(LockTimeoutException.class);
        }
        assertThat(patient.toCompletableFuture()).isNotDone();
        long unused = fixture.foreigner().del("lock:{page}");
        assertThat(patient.toCompletableFuture()).succeedsWithin(LockFixture.LONG);
        assertThat(fixture.foreigner().hget("page", "hits")).isEqualTo("100");
    }

    /** The wait is over long before it is known that the server does not answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void silentServerCostsTheWaitAndNoMore(boolean hasConnections) {
        RedisConfig patient = fixture.configVia(far.proxy().uri()).toBuilder()
                .commandTimeout(LockFixture.LONG)
                .connectTimeout(LockFixture.LONG)
                .build();
        RedisLockFactory locks = hasConnections ? far.locks() : fixture.factory(patient, LockFixture.SILENT);
        far.proxy().blackHole(true);
        long began = System.nanoTime();
        assertThrown(LockTimeoutException.class, () -> locks.mutex("site").acquire(Duration.ofMillis(300)));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(300), LockFixture.LONG.dividedBy(2));
    }

    @Test
    void serverThatRefusesConnectionsIsUnavailableHoweverShortTheWait() {
        far.proxy().refuse(true);
        far.proxy().cutAll();
        await().until(() -> catchThrowable(() ->
                        far.locks().mutex("site").acquire(Duration.ofMillis(30)).close())
                instanceof LockUnavailableException);
    }
}
