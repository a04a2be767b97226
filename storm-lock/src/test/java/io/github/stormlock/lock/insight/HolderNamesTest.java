package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import java.time.Duration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** A wait that ends without the lock names the holder in words. */
@ContractTest
class HolderNamesTest {
    private static final LockSettings EACH_SECOND = LockSettings.builder()
            .insightInterval(Duration.ofSeconds(1))
            .waitMax(Duration.ofSeconds(1))
            .lease(Duration.ofSeconds(3))
            .build();
    private static final LockNames NAMES = LockNames.of("");
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(30);

    private LockFixture fixture;

    private RedisLockFactory holders;
    private RedisLockFactory others;

    @BeforeEach
    void open() {
        holders = fixture.factory(EACH_SECOND);
        others = fixture.factory(EACH_SECOND);
    }

    private static String factoryOf(Lease lease) {
        return LockToken.parse(lease.token()).orElseThrow().factory();
    }

    /** Waits until the worker that holds a lease has told so. */
    private void awaitTold(Lease lease) {
        UnifiedJedis redis = fixture.foreigner();
        await().atMost(LONG).until(() -> {
            String document = redis.get(NAMES.info(factoryOf(lease)));
            return document != null && document.contains("\"entry\":\"report\"");
        });
    }

    private static AbstractThrowableAssert<?, ?> assertTimesOut(RedisLockFactory locks) {
        return assertThatThrownBy(() -> {
                    locks.mutex("report").acquire(SHORT);
                })
                .isInstanceOf(LockTimeoutException.class);
    }

    @Test
    void timedOutWaitNamesTheHolderOfItsEntry() {
        GuardedEntry<?> guard = others.guard("report", Entries.hash());
        Lease lease = holders.calledBy("nightly").mutex("report").acquire(LONG);
        awaitTold(lease);
        assertTimesOut(others)
                .hasMessageContainingAll(
                        "it is held by a worker, for nightly, on ",
                        "(pid " + ProcessHandle.current().pid() + ")",
                        "thread " + Thread.currentThread().getName(),
                        " s or more, under the token storm-lock:");
        assertThatThrownBy(() -> guard.change(entry -> {}))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("it is held by a worker, for nightly, on ");
        assertTimesOut(holders).hasMessageContaining("it is held by this worker, for nightly, under the token ");
    }

    @Test
    void garbageInPlaceOfWhatAWorkerTellsHarmsNoMessage() {
        RedisLockFactory silent = fixture.factory(LockFixture.SILENT);
        UnifiedJedis redis = fixture.foreigner();
        Lease lease = silent.mutex("report").acquire(LONG);
        assertThat(redis.set(NAMES.info(factoryOf(lease)), "{\"who\":[]}")).isEqualTo("OK");
        assertTimesOut(others).hasMessageContaining("it is held by " + lease.token());
    }
}
