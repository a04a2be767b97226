package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;

/** A cluster of three primaries with a replica each. */
final class ClusterSetup implements ServerSetup {
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
    public <T> T admin(String key, Function<Jedis, T> question) {
        return TortureServers.ask(cluster.primaryOf(key), question);
    }

    @Override
    public <T> List<T> everywhere(Function<Jedis, T> question) {
        return cluster.primaries().stream()
                .map(server -> TortureServers.ask(server, question))
                .toList();
    }

    @Override
    public Map<String, Fault> faults() {
        Map<String, Fault> faults = ServerFaults.withoutProxy(this::some, () -> cluster.primaryOf(RunKeys.LARGE));
        faults.put("node-lost", this::nodeLost);
        faults.put("migrate-slots", this::migrateSlots);
        faults.put("migrate-busy", this::migrateToTheBusy);
        faults.put("migrate-unasked", this::migrateUnasked);
        return faults;
    }

    private RedisServer some(FaultContext context) {
        List<RedisServer> primaries = cluster.primaries();
        return primaries.get(context.random().nextInt(primaries.size()));
    }

    /** Kills a primary. Its replica takes its slots over, and the dead node comes back as the replica. */
    private void nodeLost(FaultContext context) {
        RedisServer victim = some(context);
        Set<String> entries = context.fleet().keys().entries().stream()
                .filter(entry -> cluster.primaryOf(entry).equals(victim))
                .collect(Collectors.toSet());
        long begun = System.nanoTime();
        try (DeathWatch watch = new DeathWatch(victim.port())) {
            cluster.failOver(victim);
            context.ledger().lost(TortureServers.lossOf(watch, entries));
        }
        context.ledger().lostLock(Evidence.ALL_LOCKS, begun, System.nanoTime());
        cluster.restore();
    }

    /** Moves slots of entries in use to another node: first the entries, then the other keys of the slot. */
    private void migrateSlots(FaultContext context) throws InterruptedException {
        for (int i = 0; i < SLOTS_AT_ONCE; i++) {
            String entry = context.fleet().keys().someHash(context.random());
            List<RedisServer> others = others(entry);
            RedisServer to = others.get(context.random().nextInt(others.size()));
            SlotMigration migration = cluster.migrate(RedisCluster.slot(entry), to);
            context.pause(10, 60);
            migration.move(entry);
            context.pause(10, 60);
            migration.finish();
        }
    }

    /** Moves slots while the target node is in a script. Clients that are sent there get {@code BUSY} as an answer. */
    private void migrateToTheBusy(FaultContext context) throws Exception {
        for (int i = 0; i < BUSY_SLOTS; i++) {
            migrating(context, to -> TortureServers.ask(to, redis -> ServerFaults.busy(redis, BUSY_MILLIS)));
        }
    }

    /** Moves slots while the target node permits nobody to send {@code ASKING}. */
    private void migrateUnasked(FaultContext context) throws Exception {
        for (int i = 0; i < BUSY_SLOTS; i++) {
            migrating(context, to -> PermissionFaults.without(context, to, "asking"));
        }
    }

    /** Lets trouble happen at a node that already has the keys of an entry in use, but not yet their slot. */
    private void migrating(FaultContext context, SlotFault trouble) throws Exception {
        String entry = context.fleet().keys().someHash(context.random());
        RedisServer to = others(entry).get(context.random().nextInt(2));
        SlotMigration migration = cluster.migrate(RedisCluster.slot(entry), to);
        try {
            migration.moveAll();
            trouble.at(to);
        } finally {
            migration.finish();
        }
    }

    /** Something that goes wrong at a server, for a while. */
    private interface SlotFault {
        void at(RedisServer server) throws Exception;
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
