package io.github.stormlock.test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;

/**
 * A slot on its way from one node of a cluster to another; see {@link RedisCluster#migrate}. It stays on its way until
 * {@link #finish}. Use it from one thread.
 *
 * <p>The methods that move keys throw a {@code redis.clients.jedis.exceptions.JedisException} if a node refuses, for
 * example because the new node has the key already, or does not answer within 5 s.
 */
public final class SlotMigration {
    private static final int KEYS_AT_ONCE = 100;
    private static final int TIMEOUT_MILLIS = 10_000;

    private final RedisCluster cluster;
    private final int slot;
    private final RedisServer from;
    private final RedisServer to;

    private SlotMigration(RedisCluster cluster, int slot, RedisServer from, RedisServer to) {
        this.cluster = cluster;
        this.slot = slot;
        this.from = from;
        this.to = to;
    }

    static SlotMigration begin(RedisCluster cluster, int slot, RedisServer from, RedisServer to) {
        if (from.equals(to)) {
            throw new IllegalArgumentException("Slot " + slot + " is at " + to + " already");
        }
        SlotMigration migration = new SlotMigration(cluster, slot, from, to);
        RedisNodes.tell(to, admin -> admin.clusterSetSlotImporting(slot, id(from)));
        RedisNodes.tell(from, admin -> admin.clusterSetSlotMigrating(slot, id(to)));
        return migration;
    }

    /**
     * Moves one key to the new node, whole and in one step. Does nothing if the old node does not have the key.
     *
     * @param key the key of the entry
     */
    public void move(String key) {
        migrate(List.of(key.getBytes(StandardCharsets.UTF_8)));
    }

    /** Moves all keys that the slot has now to the new node, up to 100 in one step. */
    public void moveAll() {
        List<byte[]> keys = keys();
        while (!keys.isEmpty()) {
            migrate(keys);
            keys = keys();
        }
    }

    /**
     * Moves the keys that are left, and gives the slot to the new node. Returns when all nodes know.
     *
     * @throws IllegalStateException if the nodes do not agree within 90 s, or the thread is interrupted
     */
    public void finish() {
        // A key made on the old node after the last look would be lost with the slot. There is none, as new keys are
        // made on the new node.
        moveAll();
        String id = id(to);
        assign(to, id);
        assign(from, id);
        cluster.primaries().stream()
                .filter(node -> !node.equals(to) && !node.equals(from))
                .forEach(node -> assign(node, id));
        // The new node has taken a new epoch. One that does not know it might take the same for the next move of the
        // slot,
        // and two nodes would claim it.
        ClusterState.awaitAgreement(
                cluster.nodes(),
                state -> state.primaryOf(slot).filter(to::equals).isPresent() && state.isEpochKnown(to));
    }

    private void assign(RedisServer node, String id) {
        RedisNodes.tell(node, admin -> admin.clusterSetSlotNode(slot, id));
    }

    private List<byte[]> keys() {
        return RedisNodes.ask(from, admin -> admin.clusterGetKeysInSlotBinary(slot, KEYS_AT_ONCE));
    }

    private void migrate(List<byte[]> keys) {
        RedisNodes.tell(
                from,
                admin -> admin.migrate(
                        to.host(), to.port(), TIMEOUT_MILLIS, new MigrateParams(), keys.toArray(byte[][]::new)));
    }

    private static String id(RedisServer node) {
        return RedisNodes.ask(node, Jedis::clusterMyId);
    }
}
