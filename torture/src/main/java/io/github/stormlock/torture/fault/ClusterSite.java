package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Site;
import io.github.stormlock.torture.run.Stage;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;

/** Three primaries, with a replica each. */
final class ClusterSite implements Site {
    private static final int SLOTS_AT_ONCE = 5;
    private static final int BUSY_SLOTS = 4;
    private static final long BUSY_MILLIS = 100;

    private final RedisCluster cluster = RedisCluster.system(1).orElseGet(() -> RedisCluster.embedded(1));

    @Override
    public ClientConfig.Mode mode() {
        return ClientConfig.Mode.CLUSTER;
    }

    @Override
    public List<Integer> ports(int client) {
        return cluster.nodes().stream().map(RedisServer::port).toList();
    }

    @Override
    public Collection<FaultProxy> proxies(int client) {
        return List.of();
    }

    @Override
    public <T> T admin(String key, Function<Jedis, T> question) {
        return Servers.ask(cluster.primaryOf(key), question);
    }

    @Override
    public <T> List<T> everywhere(Function<Jedis, T> question) {
        return cluster.primaries().stream()
                .map(server -> Servers.ask(server, question))
                .toList();
    }

    @Override
    public Map<String, Fault> faults() {
        Map<String, Fault> faults = new TreeMap<>(ClientFaults.withoutProxy());
        faults.putAll(ServerFaults.all());
        faults.put("cut", ServerFaults::cut);
        faults.put("server-stop", stage -> ServerFaults.standStill(stage, some(stage)));
        faults.put("stop-large", stage -> ServerFaults.standStillWhileLarge(stage, cluster.primaryOf(Keys.LARGE)));
        faults.put("node-lost", this::nodeLost);
        faults.put("migrate-slots", this::migrateSlots);
        faults.put("migrate-busy", this::migrateToTheBusy);
        faults.put("migrate-unasked", this::migrateUnasked);
        return faults;
    }

    private RedisServer some(Stage stage) {
        List<RedisServer> primaries = cluster.primaries();
        return primaries.get(stage.random().nextInt(primaries.size()));
    }

    /** A primary is killed, its replica takes its slots over, and the dead one comes back as the replica. */
    private void nodeLost(Stage stage) {
        RedisServer victim = some(stage);
        Set<String> entries = stage.fleet().keys().entries().stream()
                .filter(entry -> cluster.primaryOf(entry).equals(victim))
                .collect(Collectors.toSet());
        long begun = System.nanoTime();
        try (DeathWatch watch = new DeathWatch(victim.port())) {
            RedisServer unused = cluster.failOver(victim);
            stage.ledger().lost(Servers.lossOf(watch, entries));
        }
        stage.ledger().lostLock(Evidence.ALL_LOCKS, begun, System.nanoTime());
        cluster.restore();
    }

    /** Slots of entries in use move to another node, first their entries, then what else belongs to them. */
    private void migrateSlots(Stage stage) throws InterruptedException {
        for (int i = 0; i < SLOTS_AT_ONCE; i++) {
            String entry = stage.fleet().keys().someHash(stage.random());
            List<RedisServer> others = others(entry);
            RedisServer to = others.get(stage.random().nextInt(others.size()));
            SlotMigration migration = cluster.migrate(RedisCluster.slot(entry), to);
            stage.pause(10, 60);
            migration.move(entry);
            stage.pause(10, 60);
            migration.finish();
        }
    }

    /** Slots move while the node that they go to is in a script: who is sent there is answered {@code BUSY}. */
    private void migrateToTheBusy(Stage stage) throws Exception {
        for (int i = 0; i < BUSY_SLOTS; i++) {
            migrating(stage, to -> {
                Object unused = Servers.ask(to, redis -> ServerFaults.busy(redis, BUSY_MILLIS));
            });
        }
    }

    /** Slots move while the node that they go to permits nobody to ask it for them. */
    private void migrateUnasked(Stage stage) throws Exception {
        for (int i = 0; i < BUSY_SLOTS; i++) {
            migrating(stage, to -> PermissionFaults.without(to, "asking", () -> stage.pause(80, 200)));
        }
    }

    /** What happens at a node that has the keys of an entry in use already, but not yet their slot. */
    private void migrating(Stage stage, Trouble<RedisServer> trouble) throws Exception {
        String entry = stage.fleet().keys().someHash(stage.random());
        RedisServer to = others(entry).get(stage.random().nextInt(2));
        SlotMigration migration = cluster.migrate(RedisCluster.slot(entry), to);
        try {
            migration.moveAll();
            trouble.at(to);
        } finally {
            migration.finish();
        }
    }

    /** Something that goes wrong somewhere, for a while. */
    @FunctionalInterface
    private interface Trouble<T> {
        void at(T place) throws Exception;
    }

    private List<RedisServer> others(String key) {
        RedisServer from = cluster.primaryOf(key);
        return cluster.primaries().stream()
                .filter(server -> !server.equals(from))
                .toList();
    }

    @Override
    public String description() {
        return cluster.toString();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
