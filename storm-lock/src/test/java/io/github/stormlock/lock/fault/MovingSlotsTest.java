package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A slot goes to and fro, and a node stands still now and then, while an entry of that slot is updated. */
@Tag("contract")
@Tag("server")
@Tag("modes")
class MovingSlotsTest {
    private static final int THREADS = 4;
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofMillis(500));

    private ClusterUnderTest venue;
    private LockFixture fixture;
    private RedisCluster cluster;
    private String key;

    @BeforeEach
    void open() {
        venue = new ClusterUnderTest(0);
        cluster = venue.cluster();
        fixture = new LockFixture(venue, Protocol.AUTO);
        key = cluster.keyAt(cluster.primaries().get(0), 1);
    }

    @AfterEach
    void close() {
        fixture.close();
        venue.close();
    }

    @Test
    void eventsAreAppliedOnceEachWhileTheirSlotMoves() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        List<Future<List<String>>> threads = start(enough);
        for (int round = 0; round < 5; round++) {
            int before = venue.entries().list(key).size();
            await().until(() -> venue.entries().list(key).size() > before + 5);
            cluster.migrate(RedisCluster.slot(key), other()).finish();
        }
        enough.set(true);
        List<String> acked =
                LockFixture.results(threads).stream().flatMap(List::stream).toList();
        assertThat(venue.entries().list(key)).containsExactlyInAnyOrderElementsOf(acked);
    }

    /** While a slot moves, Redis refuses to make a key in it that is absent. */
    @Test
    void latchThatOpensWhileItsSlotMovesStaysOpen() throws Exception {
        Latch latch = fixture.factory().latch(key, 2, Duration.ofMinutes(1));
        Future<Boolean> waiting = fixture.start(() -> latch.await(LockFixture.LONG));
        await().until(() -> fixture.foreigner().exists("lock-latch-wait:{" + key + "}"));
        assertThat(latch.countDown("one")).isEqualTo(1);
        SlotMigration migration = cluster.migrate(RedisCluster.slot(key), other());
        assertThat(latch.countDown("two")).isZero();
        migration.finish();
        assertThat(LockFixture.result(waiting)).isTrue();
        assertThat(latch.left()).isZero();
    }

    /** A release removes the key of the lock, and Redis refuses to make it again for the next holder. */
    @Test
    void lockThatIsGivenBackWhileItsSlotMovesGoesToItsWaiterAfterThat() throws Exception {
        RedisLockFactory mine = fixture.factory();
        RedisLockFactory theirs = fixture.factory();
        List<Function<RedisLockFactory, Lease>> kinds = List.of(
                locks -> locks.mutex(key).acquire(LockFixture.LONG),
                locks -> locks.fair(key).acquire(LockFixture.LONG),
                locks -> locks.readWrite(key).write().acquire(LockFixture.LONG),
                locks -> locks.permits(key, 1).acquire(1, LockFixture.LONG));
        for (Function<RedisLockFactory, Lease> kind : kinds) {
            Lease held = kind.apply(theirs);
            Future<Lease> waiting = fixture.start(() -> kind.apply(mine));
            await().until(() -> fixture.foreigner().exists("lock-wait:{" + key + "}")
                    || fixture.foreigner().exists("lock-permits-wait:{" + key + "}"));
            SlotMigration migration = cluster.migrate(RedisCluster.slot(key), other());
            held.close();
            migration.finish();
            Lease next = LockFixture.result(waiting);
            assertThat(next.isHeld()).isTrue();
            next.close();
            await().until(() -> venue.entries().keys("lock*").stream().noneMatch(some -> some.contains(key)));
        }
    }

    private RedisServer other() {
        RedisServer now = cluster.primaryOf(key);
        return cluster.primaries().stream()
                .filter(node -> !node.equals(now))
                .findFirst()
                .orElseThrow();
    }

    private List<Future<List<String>>> start(AtomicBoolean enough) {
        List<Future<List<String>>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            String name = "t" + thread;
            RedisLockFactory locks = fixture.factory(
                    fixture.config().toBuilder()
                            .commandTimeout(Duration.ofMillis(250))
                            .build(),
                    BRIEF);
            GuardedEntry<ListEntry> entry = locks.guard(key, Entries.list()).withWait(Duration.ofSeconds(2));
            threads.add(fixture.start(() -> push(entry, name, enough)));
        }
        return threads;
    }

    /** Returns the elements. Each is tried until its update is answered. */
    private List<String> push(GuardedEntry<ListEntry> entry, String name, AtomicBoolean enough) {
        List<String> acked = new ArrayList<>();
        for (int i = 0; !enough.get(); i++) {
            String element = name + "-" + i;
            boolean done = false;
            do {
                try {
                    entry.once(EventId.opaque(element), view -> view.addLast(element));
                    done = true;
                    acked.add(element);
                } catch (LockException failed) {
                    // A replay follows, as for a tuple that failed.
                }
            } while (!done);
        }
        return acked;
    }
}
