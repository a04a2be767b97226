package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A worker has one factory, and a closed factory leaves nothing behind. */
@ContractTest
class FactoryContractTest {
    private ContractVariant variant;
    private LockFixture fixture;
    private RedisUnderTest servers;

    private List<String> connectionsOf(String name) {
        return fixture.ofEach(Jedis::clientList).stream()
                .flatMap(String::lines)
                .filter(line -> line.contains(" name=" + name))
                .toList();
    }

    /**
     * Demands at most one connection to each node. In a cluster a slot may have moved, so that the way to it leads over
     * another node.
     */
    private void assertOneConnectionToEachNode(String name) {
        assertThat(connectionsOf(name))
                .isNotEmpty()
                .extracting(line -> line.replaceAll(".* laddr=(\\S+) .*", "$1"))
                .doesNotHaveDuplicates();
    }

    private Map<String, Object> topology(String name) {
        Map<String, Object> conf = new HashMap<>(servers.topologyKeys());
        conf.put("topology.name", name);
        conf.put("storm.lock.redis.protocol", variant.protocol().name().toLowerCase(java.util.Locale.ROOT));
        return conf;
    }

    @Test
    void everybodyInAWorkerSharesOneFactoryUntilTheLastCloses() {
        String name = "topology-" + UUID.randomUUID();
        RedisLockFactory first = fixture.closing(RedisLockFactory.of(topology(name)));
        RedisLockFactory second = fixture.closing(RedisLockFactory.of(topology(name)));
        first.guard("site", Entries.hash()).change(site -> site.add("hits", 1));
        second.guard("site", Entries.hash()).change(site -> site.add("hits", 1));
        assertOneConnectionToEachNode("storm-lock:" + name);
        first.close();
        first.close();
        second.guard("site", Entries.hash()).change(site -> site.add("hits", 1));
        second.close();
        assertThatThrownBy(() -> second.guard("site", Entries.hash()).change(site -> site.add("hits", 1)))
                .isInstanceOf(IllegalStateException.class);
        await().until(() -> connectionsOf("storm-lock:" + name).isEmpty());
    }

    @Test
    void closedFactoryOfATopologyCanBeHadAgain() {
        Map<String, Object> conf = topology("topology-" + UUID.randomUUID());
        RedisLockFactory.of(conf).close();
        RedisLockFactory again = fixture.closing(RedisLockFactory.of(conf));
        again.guard("site", Entries.hash()).change(site -> site.add("hits", 1));
    }

    @Test
    void otherTopologyHasAnotherFactory() {
        String name = "topology-" + UUID.randomUUID();
        RedisLockFactory one = fixture.closing(RedisLockFactory.of(topology(name + "-1")));
        RedisLockFactory other = fixture.closing(RedisLockFactory.of(topology(name + "-2")));
        one.check();
        other.check();
        assertOneConnectionToEachNode("storm-lock:" + name + "-1");
        assertOneConnectionToEachNode("storm-lock:" + name + "-2");
    }

    @Test
    void tokenTellsCallerAndKind(EntryReader entries) {
        RedisLockFactory factory = fixture.factory();
        GuardedEntry<HashEntry> page =
                factory.calledBy("counts").guard("page", Entries.hash()).exclusive();
        try (Lease lease = factory.calledBy("repairs").mutex("repair").acquire(LockFixture.LONG)) {
            assertThat(tokenOf(entries, "repair"))
                    .isEqualTo(lease.token())
                    .matches("storm-lock:[sc]:[\\w-]{22}:2\\.m1:1");
        }
        page.change(view -> assertThat(tokenOf(entries, "page")).matches("storm-lock:[sc]:[\\w-]{22}:1\\.u2:1"));
        try (Lease lease = factory.mutex("repair").acquire(LockFixture.LONG)) {
            assertThat(lease.token()).matches(".*:0\\.m3:1");
        }
        Lease lease = factory.calledBy("repairs").mutex("repair").acquire(LockFixture.LONG);
        assertThat(lease.token()).matches(".*:2\\.m4:1");
    }

    private static String tokenOf(EntryReader entries, String lock) {
        return entries.string("lock:{" + lock + "}").orElseThrow();
    }

    @Test
    void factoryOfACallerEndsWithTheOneThatItWasMadeOf() {
        RedisLockFactory factory = fixture.factory();
        RedisLockFactory called = factory.calledBy("counts");
        factory.close();
        called.close();
        assertThatThrownBy(() -> called.guard("page", Entries.hash()).change(page -> page.add("hits", 1)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void grantThatComesAfterItsFactoryWasClosedIsRefusedAndLeavesTheLockFree() throws Exception {
        RedisLockFactory other = fixture.factory();
        RedisLockFactory closed = fixture.factory();
        Lease held = variant.lock(other, "closing").acquire(LockFixture.LONG);
        Future<Lease> waiting =
                fixture.start(() -> variant.lock(closed, "closing").acquire(LockFixture.LONG));
        await().until(() -> fixture.foreigner().exists("lock-wait:{closing}"));
        closed.close();
        held.close();
        assertThatThrownBy(() -> LockFixture.result(waiting))
                .hasStackTraceContaining("this RedisLockFactory is closed: keep one open until the program ends");
        assertThat(variant.lock(other, "closing").tryAcquire(LockFixture.LONG)).isPresent();
    }

    @Test
    void nameOfACallerIsBounded() {
        RedisLockFactory factory = fixture.factory();
        assertThat(factory.calledBy("x".repeat(100))).isNotNull();
        assertThatThrownBy(() -> factory.calledBy("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> factory.calledBy("x".repeat(101)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 100 characters, not 101");
    }

    @Test
    void afterCloseNoThreadAndNoConnectionAndNoKeyIsLeft(EntryReader entries) throws Exception {
        Set<Thread> before = ours();
        String name = "storm-lock:" + UUID.randomUUID();
        RedisConfig config = fixture.config().toBuilder().clientName(name).build();
        RedisLockFactory locks = fixture.factory(config, LockFixture.leasesOf(Duration.ofMillis(1_200)));
        DistributedLock lock = variant.lock(locks, "site");
        Lease forgotten = lock.acquire(LockFixture.LONG);
        forgotten.onLost(() -> {});
        Future<Boolean> waiter =
                fixture.start(() -> lock.tryAcquire(Duration.ofMillis(600)).isPresent());
        assertThat(LockFixture.result(waiter)).isFalse();
        // There are connections for commands, the watchdog and the subscription.
        await().until(() -> connectionsOf(name).size() >= 3);
        locks.close();
        assertThat(forgotten.isHeld()).isFalse();
        await().until(() -> connectionsOf(name).isEmpty());
        await().until(() -> before.containsAll(ours()));
        assertThat(entries.keys("*")).isEmpty();
    }

    private static Set<Thread> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("storm-lock"))
                .collect(Collectors.toSet());
    }

    @Test
    void clientNameNamesTopologyAndWorker() {
        String name = "topology-" + UUID.randomUUID();
        RedisLockFactory locks = fixture.closing(RedisLockFactory.of(topology(name)));
        locks.check();
        // In a Cluster the start check looks for other prefixes at each of the three nodes.
        assertThat(connectionsOf("storm-lock:" + name + ":local"))
                .hasSizeBetween(1, variant.mode() == Mode.CLUSTER ? 3 : 1);
    }
}
