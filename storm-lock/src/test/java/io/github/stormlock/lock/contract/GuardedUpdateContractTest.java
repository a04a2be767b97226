package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Troubles and changes that an update meets between its read and its commit. */
@ContractTest
class GuardedUpdateContractTest {
    private static final String KEY = "lock:{page}";

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory locks;
    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open() {
        page = locks.guard("page", Entries.hash());
    }

    @Test
    void updateThatThrowsWritesNothingAndGivesTheLockBack() {
        RuntimeException mine = new IllegalArgumentException("mine");
        assertThatThrownBy(() -> page.change(view -> {
                    view.add("hits", 1);
                    throw mine;
                }))
                .isSameAs(mine);
        assertThat(entries.keys("*")).isEmpty();
        assertThrown(
                StackOverflowError.class,
                () -> page.change(view -> {
                    throw new StackOverflowError();
                }));
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void leaseLostBeforeTheCommitWritesNothing() {
        assertThatThrownBy(() -> page.exclusive().change(view -> {
                    fixture.foreigner().set(KEY, "another");
                    view.add("hits", 1);
                }))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("page");
        assertThat(entries.string(KEY)).hasValue("another");
        assertThat(entries.keys("*")).containsExactly(KEY);
    }

    @Test
    void entryThatVanishedSinceItWasReadIsReadAgain() {
        fixture.foreigner().hset("page", Map.of("hits", "5", "bytes", "9"));
        AtomicInteger runs = new AtomicInteger();
        page.exclusive().change(view -> {
            if (runs.getAndIncrement() == 0) {
                fixture.foreigner().del("page");
            }
            view.add("hits", 1);
        });
        assertThat(runs).hasValue(2);
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "1"));
        assertThat(entries.keys("*")).containsExactly("page");
    }

    @Test
    @StandaloneOnly("the proxy stands before one server")
    void entryThatVanishesEachTimeEndsInAnErrorWithTheLockFree(RedisServer redis) {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        UnifiedJedis other = fixture.foreigner();
        // Each read finds the entry, and no commit does.
        proxy.holdRequestWhen(
                command -> FaultProxy.containing("HGETALL").test(command)
                        && !FaultProxy.containing("hits").test(command)
                        && other.hset("page", "hits", "5") < 0,
                1);
        GuardedEntry<HashEntry> fragile = fixture.factory(fixture.configVia(proxy.uri()), LockSettings.DEFAULT)
                .guard("page", Entries.hash())
                .exclusive();
        AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(() -> fragile.change(view -> {
                    runs.incrementAndGet();
                    view.add("hits", 1);
                    fixture.foreigner().del("page");
                }))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("vanished");
        assertThat(runs).hasValueGreaterThan(1);
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void entryThatBecameAnotherTypeSinceItWasReadIsRefusedUntouched() {
        fixture.foreigner().hset("page", "hits", "5");
        assertThrown(
                EntryRefusedException.class,
                () -> page.change(view -> {
                    view.add("hits", 1);
                    fixture.foreigner().del("page");
                    fixture.foreigner().rpush("page", "a");
                }));
        assertThat(entries.list("page")).containsExactly("a");
        assertThat(entries.keys("*")).containsExactly("page");
    }

    @Test
    void acquiringTheEntryInsideItsOwnUpdateIsRefusedAtOnce() {
        page.change(view -> {
            assertThrown(IllegalStateException.class, () -> page.change(again -> again.add("hits", 1)), "page");
            assertThrown(IllegalStateException.class, () -> variant.lock(locks, "page")
                    .tryAcquire(LockFixture.LONG));
            view.add("hits", 1);
        });
        page.change(view -> view.add("hits", 1));
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }
}
