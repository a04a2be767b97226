package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.ReplicasConfig;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Commits that count as done only once replicas have them. */
@Tag("server")
class ReplicasTest {
    private static final EventId EVENT = EventId.opaque("event");

    @AutoClose
    private final Opened opened = new Opened();

    private RedisServer primary;
    private final AtomicInteger waits = new AtomicInteger();
    private FaultProxy proxy;
    private RedisServer replica;
    private Jedis atPrimary;
    private Jedis atReplica;
    private RedisLockFactory locks;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        primary = opened.add(RedisServer.embedded("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0"));
        replica = opened.add(RedisServer.embedded());
        atPrimary = opened.add(new Jedis(primary.uri()));
        atReplica = opened.add(new Jedis(replica.uri()));
        proxy = opened.add(FaultProxy.to(primary));
        proxy.holdRequestWhen(this::isCountedWait, 1);
        connect(Duration.ofMillis(300));
    }

    private void connect(Duration longest) {
        RedisConfig config = RedisConfig.fromUri(proxy.uri().toString()).toBuilder()
                .replicas(new ReplicasConfig(1, longest))
                .build();
        locks = opened.add(RedisLockFactory.connect(config, LockSettings.DEFAULT));
        page = locks.guard("page", Entries.hash());
    }

    private void attach() {
        locks.close();
        connect(Duration.ofSeconds(5));
        atReplica.replicaof(primary.host(), primary.port());
        await().until(() -> atPrimary.info("replication").contains("state=online"));
        // The replica's first acknowledgement may take a second.
        atPrimary.set("before", "all");
        assertThat(atPrimary.waitReplicas(1, 10_000)).isEqualTo(1);
        // These updates teach the server the scripts.
        GuardedEntry<HashEntry> before = locks.guard("before:update", Entries.hash());
        before.change(ReplicasTest::hit);
        before.exclusive().change(ReplicasTest::hit);
        waits.set(0);
    }

    /** Counts the requests to wait. Returns false for each, so that none is held. */
    private boolean isCountedWait(byte[] request) {
        if (FaultProxy.containing("\r\nWAIT\r\n").test(request)) {
            waits.incrementAndGet();
        }
        return false;
    }

    private static void hit(HashEntry view) {
        view.add("hits", 1);
    }

    @Test
    void updateReturnsOnceAReplicaHasIt() {
        attach();
        for (int i = 1; i <= 50; i++) {
            page.change(ReplicasTest::hit);
            assertThat(atReplica.hget("page", "hits")).isEqualTo(Integer.toString(i));
        }
        assertThat(waits).hasValue(50);
    }

    @Test
    void withoutReplicasTheOutcomeIsUnknownAndTheLockIsFree() {
        assertThatThrownBy(() -> page.change(ReplicasTest::hit))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContainingAll(
                        "page",
                        "not enough replicas",
                        "within 300 ms",
                        "storm.lock.redis.replicas.least is 1",
                        ": 0 replicas");
        assertThat(atPrimary.hget("page", "hits")).isEqualTo("1");
        assertThat(atPrimary.exists("lock:{page}")).isFalse();
    }

    @Test
    void replayPassesTheSameWaitBeforeItIsCalledOne() {
        assertThatThrownBy(() -> page.once(EVENT, ReplicasTest::hit)).isInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(() -> page.once(EVENT, ReplicasTest::hit)).isInstanceOf(OutcomeUnknownException.class);
        attach();
        assertThat(page.once(EVENT, ReplicasTest::hit).replay()).isTrue();
        assertThat(atReplica.hget("page", "hits")).isEqualTo("1");
    }

    @Test
    void replicaThatLeftIsMissed() {
        attach();
        page.change(ReplicasTest::hit);
        atReplica.replicaofNoOne();
        assertThatThrownBy(() -> page.change(ReplicasTest::hit)).isInstanceOf(OutcomeUnknownException.class);
        assertThat(atReplica.hget("page", "hits")).isEqualTo("1");
    }

    @Test
    void batchWaitsOnceForAllOfIt() {
        attach();
        batchOfTen().forEach(result -> assertThat(result.failure()).isNull());
        assertThat(waits).hasValue(1);
        assertThat(atReplica.keys("page:*")).hasSize(10);
    }

    @Test
    void batchWithoutReplicasIsUnknownToEachOfIt() {
        assertThat(batchOfTen()).hasSize(10).allSatisfy(result -> assertThat(result.failure())
                .isInstanceOf(OutcomeUnknownException.class));
        assertThat(atPrimary.keys("lock:*")).isEmpty();
    }

    private List<UpdateBatch.Result<HashEntry>> batchOfTen() {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        IntStream.range(0, 10).forEach(i -> batch.add("page:" + i, EVENT, ReplicasTest::hit));
        return batch.run();
    }
}
