package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Locks in a Cluster only: slots bind keys together, and they move. */
@Tag("contract")
@Tag("server")
@Tag("modes")
class ClusterLocksTest {
    private static ClusterUnderTest venue;

    private final RedisCluster cluster = venue.cluster();
    private final EntryReader entries = venue.entries();

    @AutoClose
    private LockFixture fixture;

    private RedisLockFactory locks;

    @BeforeAll
    static void start() {
        venue = new ClusterUnderTest(0);
    }

    @AfterAll
    static void stop() {
        venue.close();
    }

    @BeforeEach
    void open() {
        venue.empty();
        fixture = new LockFixture(venue, Protocol.AUTO);
        locks = fixture.factory();
    }

    private static void count(HashEntry view) {
        view.add("hits", 1);
    }

    @Test
    void batchOverAllNodesFollowsSlotsThatMovedAndSlotsThatMove() {
        List<RedisServer> nodes = cluster.primaries();
        String stays = cluster.keyAt(nodes.get(0), 1);
        String moved = cluster.keyAt(nodes.get(1), 2);
        String moving = cluster.keyAt(nodes.get(2), 3);
        List<String> all = List.of(stays, moved, moving);
        assertThat(run(all)).allMatch(hits -> hits == 1);
        cluster.migrate(RedisCluster.slot(moved), nodes.get(2)).finish();
        assertThat(run(all)).allMatch(hits -> hits == 2);
        SlotMigration migration = cluster.migrate(RedisCluster.slot(moving), nodes.get(0));
        migration.moveAll();
        // The old node answers ASK, and the new one TRYAGAIN, because it has the entry and not the lock. So this entry
        // alone is busy.
        assertThat(batchOf(all).tryRun())
                .extracting(UpdateBatch.Result::isLeftOver)
                .containsExactly(false, false, true);
        migration.finish();
        assertThat(run(all)).containsExactly(4L, 4L, 3L);
        assertThat(entries.keys("*")).hasSameElementsAs(all);
    }

    private UpdateBatch<HashEntry> batchOf(List<String> keys) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        keys.forEach(key -> batch.add(key, EventId.none(), ClusterLocksTest::count));
        return batch;
    }

    private List<Long> run(List<String> keys) {
        return batchOf(keys).run().stream()
                .map(result -> result.orThrow().entry().getLong("hits"))
                .toList();
    }

    @Test
    void lockOfASlotWhoseKeysAreOnBothSidesIsBusyUntilTheMigrationEnds() throws Exception {
        String key = cluster.keyAt(cluster.primaries().get(0), 4);
        GuardedEntry<HashEntry> entry = locks.guard(key, Entries.hash()).withWait(LockFixture.LONG);
        entry.change(ClusterLocksTest::count);
        SlotMigration migration =
                cluster.migrate(RedisCluster.slot(key), cluster.primaries().get(1));
        assertThatThrownBy(() -> entry.withWait(Duration.ofMillis(150)).change(ClusterLocksTest::count))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContainingAll(key, "a hash slot in migration");
        Future<Boolean> patient = fixture.start(() -> {
            entry.change(ClusterLocksTest::count);
        });
        migration.finish();
        assertThat(LockFixture.result(patient)).isTrue();
        assertThat(entries.hash(key)).containsEntry("hits", "2");
    }

    /** Each node shows its own connections only, and the other factory has used one node. */
    @Test
    void startTellsOfAnotherPrefixOnAnyNode() {
        RedisLockFactory prefixed = fixture.factory(
                fixture.config(), LockSettings.builder().keyPrefix("app:").build());
        prefixed.mutex("app:one").acquire(LockFixture.LONG).close();
        try (LogLines log = LogLines.of("io.github.stormlock.internal.lifecycle.StartCheck")) {
            locks.check();
            assertThat(log.lines()).singleElement().asString().contains("[app:], than this one, ''");
        }
    }
}
