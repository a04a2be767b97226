package io.github.stormlock.lock.contract;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Programs that know only {@code SET key token NX PX ms} and compare-and-delete. */
@ContractTest
class ForeignClientContractTest {
    private static final String KEY = "lock:{site}";
    private static final String FOREIGN = "4711-foreign";

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory factory;
    private DistributedLock mine;

    @BeforeEach
    void open() {
        factory = fixture.factory();
        mine = variant.lock(factory, "site");
    }

    @Test
    void foreignHolderExcludesUsUntilItGivesTheLockBack() throws Exception {
        fixture.foreignHolds(KEY, FOREIGN, 30_000);
        assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
        assertThatThrownBy(() -> mine.acquire(Duration.ofMillis(120))).hasMessageContaining(FOREIGN);
        assertThatThrownBy(() -> factory.guard("site", Entries.hash())
                        .withWait(Duration.ofMillis(120))
                        .change(site -> site.add("hits", 1)))
                .isInstanceOf(LockTimeoutException.class);
        Future<Optional<Lease>> waiting = fixture.start(() -> mine.tryAcquire(LockFixture.LONG));
        fixture.foreignReleases(KEY, FOREIGN);
        assertThat(LockFixture.result(waiting)).hasValueSatisfying(Lease::close);
    }

    @Test
    void weExcludeAForeignClientWhoseUnlockDoesNothing(EntryReader entries) {
        try (Lease lease = mine.acquire(LockFixture.LONG)) {
            assertThat(LockFixture.foreignLock(fixture.foreigner(), KEY, FOREIGN, 30_000))
                    .isFalse();
            assertThat(LockFixture.foreignUnlock(fixture.foreigner(), KEY, FOREIGN))
                    .isFalse();
            assertThat(entries.string(KEY)).hasValue(lease.token());
        }
        fixture.foreignHolds(KEY, FOREIGN, 30_000);
    }

    @Test
    void foreignLockWithoutExpiryIsWaitedForAndNeverTaken(EntryReader entries) throws Exception {
        fixture.foreigner().set(KEY, FOREIGN);
        assertThat(mine.tryAcquire(Duration.ofMillis(250))).isEmpty();
        assertThat(entries.string(KEY)).hasValue(FOREIGN);
        assertThat(entries.ttlMillis(KEY)).isEqualTo(EntryReader.NO_EXPIRY);
        Future<Optional<Lease>> waiting = fixture.start(() -> mine.tryAcquire(LockFixture.LONG));
        fixture.foreigner().del(KEY);
        assertThat(LockFixture.result(waiting)).hasValueSatisfying(Lease::close);
    }

    @Test
    void listWhereTheTokenShouldBeIsALockThatIsHeld(EntryReader entries) {
        fixture.foreigner().rpush(KEY, "a", "b");
        assertThat(mine.tryAcquire(Duration.ZERO)).isEmpty();
        assertThrown(LockTimeoutException.class, () -> mine.acquire(Duration.ofMillis(120)), "not a token");
        assertThatThrownBy(() -> factory.guard("site", Entries.hash())
                        .withWait(Duration.ZERO)
                        .change(site -> site.add("hits", 1)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(entries.list(KEY)).containsExactly("a", "b");
        // A waiter waits for the answer to its withdrawal no longer than 100 ms.
        await().untilAsserted(() -> assertThat(entries.keys("*")).containsExactly(KEY));
        fixture.foreigner().del(KEY);
        assertThat(mine.tryAcquire(LockFixture.LONG)).hasValueSatisfying(Lease::close);
    }

    /** Locks that go from hand to hand are free for less than a microsecond at a time, unless their users yield. */
    @Test
    void pollingForeignClientGetsInAgainstEightHammeringThreads(EntryReader entries) throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        List<Future<Long>> threads = new ArrayList<>();
        for (RedisLockFactory one : List.of(factory, fixture.factory())) {
            for (int thread = 0; thread < 4; thread++) {
                threads.add(fixture.start(() -> hammer(one, enough)));
            }
        }
        for (int turn = 0; turn < 3; turn++) {
            pollUntilIn(fixture.foreigner(), "foreign-" + turn);
        }
        enough.set(true);
        long ours = 0;
        for (Future<Long> thread : threads) {
            ours += LockFixture.result(thread);
        }
        assertThat(entries.hash("site")).containsEntry("hits", Long.toString(ours + 3));
    }

    private static long hammer(RedisLockFactory factory, AtomicBoolean enough) {
        long updates = 0;
        while (!enough.get()) {
            factory.guard("site", Entries.hash()).withWait(LockFixture.LONG).change(site -> site.add("hits", 1));
            updates++;
        }
        return updates;
    }

    private static void pollUntilIn(UnifiedJedis client, String token) {
        long end = System.nanoTime() + LockFixture.LONG.toNanos();
        while (!LockFixture.foreignLock(client, KEY, token, 30_000)) {
            assertThat(System.nanoTime()).as("the foreign client starves").isLessThan(end);
            LockSupport.parkNanos(3_000_000);
        }
        String read = client.hget("site", "hits");
        client.hset("site", "hits", Long.toString(read == null ? 1 : Long.parseLong(read) + 1));
        assertThat(LockFixture.foreignUnlock(client, KEY, token)).isTrue();
    }
}
