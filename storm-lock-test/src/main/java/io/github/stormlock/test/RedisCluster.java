package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.QuietPool;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.args.ClusterFailoverOption;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A Redis Cluster of three primaries, with a third of the slots each, and their replicas. The nodes are processes on
 * free ports of the loopback address, without a password. They persist only what they know of each other. They end when
 * the cluster is closed or, at the latest, with this JVM.
 *
 * <p>A node is taken for dead after 15 s, and the others go on serving their slots, so a busy machine brings no
 * {@code CLUSTERDOWN}. A method that asks a node throws a {@code redis.clients.jedis.exceptions.JedisException} if the
 * node refuses or does not answer. Methods that wait stop when interrupted and throw {@link IllegalStateException}.
 *
 * <p>Thread-safe, but for one fail-over or migration at a time.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int PRIMARIES = 3;

    private final RedisNodes nodes;

    private RedisCluster(RedisNodes nodes) {
        this.nodes = nodes;
    }

    /**
     * Starts a cluster from the embedded binary, else from the {@code redis-server} on the path. The property
     * {@code storm.lock.test.redis.kind} allows only one of them if it is {@code embedded} or {@code system};
     * {@code container} has no effect here. Returns when all nodes agree, which takes seconds. The caller closes the
     * cluster.
     *
     * @param replicas the number of replicas of each primary, 0 or more
     * @param options the options of each node, as on the command line of {@code redis-server}; a password is not
     *     supported
     * @return the cluster
     * @throws IllegalArgumentException if {@code replicas} is negative, or the property names no kind of server
     * @throws IllegalStateException if the property is {@code system} and none is on the path, or if the nodes do not
     *     agree within 90 s
     * @throws java.io.UncheckedIOException if the nodes cannot be started here, or not with these options
     */
    public static RedisCluster start(int replicas, String... options) {
        return start(OwnBinary.choose(), replicas, options);
    }

    /**
     * Starts a cluster as {@link #start} does, but only from the embedded binary, Redis 6.2.
     *
     * @param replicas the number of replicas of each primary, 0 or more
     * @param options the options of each node, as for {@link #start}
     * @return the cluster
     * @throws IllegalArgumentException if {@code replicas} is negative
     * @throws IllegalStateException if the nodes do not agree within 90 s
     * @throws java.io.UncheckedIOException if the nodes cannot be started here, or not with these options
     */
    public static RedisCluster embedded(int replicas, String... options) {
        return start(OwnBinary.embedded(), replicas, options);
    }

    /**
     * Starts a cluster as {@link #start} does, but only from the {@code redis-server} on the path.
     *
     * @param replicas the number of replicas of each primary, 0 or more
     * @param options the options of each node, as for {@link #start}
     * @return the cluster; empty if there is no {@code redis-server} on the path
     * @throws IllegalArgumentException if {@code replicas} is negative
     * @throws IllegalStateException if the nodes do not agree within 90 s
     * @throws java.io.UncheckedIOException if the nodes cannot be started with these options
     */
    public static Optional<RedisCluster> system(int replicas, String... options) {
        return OwnBinary.system().map(binary -> start(binary, replicas, options));
    }

    private static RedisCluster start(OwnBinary binary, int replicas, String... options) {
        if (replicas < 0) {
            throw new IllegalArgumentException("The number of replicas is " + replicas + ": it must be 0 or more");
        }
        RedisNodes nodes = new RedisNodes();
        try {
            ClusterFounding.found(nodes, binary, PRIMARIES, replicas, List.of(options));
            return new RedisCluster(nodes);
        } catch (RuntimeException | Error failed) {
            nodes.close();
            throw failed;
        }
    }

    /**
     * {@return the hash slot of a key, 0 to 16,383} If the key has a part in braces, that part decides.
     *
     * @param key the key of the entry
     */
    public static int slot(String key) {
        return JedisClusterCRC16.getSlot(key);
    }

    /**
     * {@return all nodes, primaries and replicas, dead or alive} Those that began as primaries come first, in the order
     * of their slots.
     */
    public List<RedisServer> nodes() {
        return nodes.all();
    }

    /** {@return the addresses of all nodes, dead or alive, as {@code host:port}} A client needs one that lives. */
    public List<String> addresses() {
        return RedisNodes.addresses(nodes());
    }

    /**
     * {@return the living nodes that serve slots now, as the first living node sees it}
     *
     * @throws IllegalStateException if no node lives
     */
    public List<RedisServer> primaries() {
        return ClusterState.of(nodes()).primaries();
    }

    /**
     * {@return the node that serves this key now}
     *
     * @param key the key of the entry
     * @throws IllegalStateException if no living node does
     */
    public RedisServer primaryOf(String key) {
        return primaryOf(slot(key));
    }

    /**
     * {@return the node that serves this slot now}
     *
     * @param slot a hash slot, 0 to 16,383
     * @throws IllegalStateException if no living node does
     */
    public RedisServer primaryOf(int slot) {
        return ClusterState.of(nodes())
                .primaryOf(slot)
                .orElseThrow(() -> new IllegalStateException("No living node serves slot " + slot));
    }

    /**
     * {@return the living replicas of a node; empty if it has none}
     *
     * @param primary a node
     * @throws IllegalStateException if no node lives
     */
    public List<RedisServer> replicasOf(RedisServer primary) {
        return ClusterState.of(nodes()).replicasOf(primary);
    }

    /**
     * {@return a key that this primary serves now} Each number gives another key.
     *
     * @param primary a node that serves slots; for any other the search does not end
     * @param number a number from 0 to 2,000,000
     */
    public String keyAt(RedisServer primary, int number) {
        ClusterState state = ClusterState.of(nodes());
        return IntStream.iterate(number * 1_000, i -> i + 1)
                .mapToObj(i -> "key" + i)
                .filter(key ->
                        state.primaryOf(slot(key)).filter(primary::equals).isPresent())
                .findFirst()
                .orElseThrow();
    }

    /**
     * Kills a primary and has its replica take its slots over, without a vote of the other nodes. Returns when all
     * living nodes know of it. What the primary had written when this was called survives; data that comes later and is not
     * replicated is lost. The killed node stays dead until {@link #restore}.
     *
     * @param primary a node that serves slots and has a living replica
     * @return the new primary
     * @throws IllegalStateException if no living replica follows the primary, or the nodes do not agree within 90 s
     */
    public RedisServer failOver(RedisServer primary) {
        RedisServer next = replicasOf(primary).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(primary + " has no living replica in this cluster"));
        RedisNodes.awaitCaughtUp(primary, next);
        primary.kill();
        RedisNodes.tell(next, admin -> admin.clusterFailover(ClusterFailoverOption.TAKEOVER));
        ClusterState.awaitAgreement(nodes(), state -> state.primaries().contains(next));
        return next;
    }

    /**
     * Starts again the nodes that were killed. Returns when all nodes agree on who serves which slots, and replicas
     * follow their primaries.
     *
     * @throws IllegalStateException if this takes more than 90 s
     * @throws java.io.UncheckedIOException if a node does not start
     */
    public void restore() {
        nodes().stream().filter(RedisServer::wasEnded).forEach(RedisServer::restart);
        awaitWhole();
    }

    /** Waits until each slot is served, all nodes agree on its primary, and replicas follow their primaries. */
    private void awaitWhole() {
        ClusterState.awaitAgreement(nodes(), ClusterState::isWhole);
    }

    /**
     * Begins to move a slot. From now on the node that serves it answers for the keys that it still has, and redirects
     * clients to the new one ({@code ASK}) for the others. Scripts with keys on both sides are refused with
     * {@code TRYAGAIN}.
     *
     * @param slot a hash slot, 0 to 16,383
     * @param to the primary that the slot moves to
     * @return the migration, which ends with {@link SlotMigration#finish}
     * @throws IllegalArgumentException if {@code to} serves the slot already
     * @throws IllegalStateException if no living node serves the slot
     */
    public SlotMigration migrate(int slot, RedisServer to) {
        return SlotMigration.begin(this, slot, primaryOf(slot), to);
    }

    /**
     * Starts each node again, empty, to announce another port than its own: clients that ask for slots, and clients
     * that are redirected, are led there. Returns when all nodes announce these ports.
     *
     * @param port gives the port to announce for a node, such as that of a {@link FaultProxy} before it
     * @throws IllegalStateException if this takes more than 90 s after the restart, or again as long for the ports
     * @throws java.io.UncheckedIOException if a node does not start
     */
    public void announce(ToIntFunction<RedisServer> port) {
        for (RedisServer node : nodes()) {
            node.restart(List.of("--cluster-announce-port", Integer.toString(port.applyAsInt(node))));
        }
        awaitWhole();
        ClusterState.awaitAnnounced(nodes(), port);
    }

    /**
     * {@return a new client, which sends each key to its node; the caller closes it} It is Jedis's own, which sends a
     * command again if it was not answered.
     */
    public RedisClusterClient client() {
        return RedisClusterClient.builder()
                .nodes(RedisNodes.hosts(nodes()))
                .poolConfig(QuietPool.config())
                .build();
    }

    /**
     * Ends all processes. Closing again does nothing.
     *
     * @throws IllegalStateException if a process does not end within 20 s; the others are ended all the same
     */
    @Override
    public void close() {
        nodes.close();
    }

    @Override
    public String toString() {
        return "cluster of " + nodes();
    }
}
