package io.github.stormlock.test;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.args.ClusterFailoverOption;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A Redis Cluster of three primaries with a third of the slots each, and their replicas: processes of our own on free ports of the loopback
 * address, without a password and without persistence but for the nodes' knowledge of each other, ended when closed or, at the
 * latest, with this JVM.
 *
 * <p>Nodes are patient with each other (15 s), and a node that is gone does not keep the others from serving their slots: a busy machine
 * brings no {@code CLUSTERDOWN}. Thread-safe, but for one fail-over or migration at a time.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int PRIMARIES = 3;

    private final RedisNodes nodes;

    private RedisCluster(RedisNodes nodes) {
        this.nodes = nodes;
    }

    /**
     * Starts it from the embedded binary, else from the {@code redis-server} on the path; the property
     * {@code storm.lock.test.redis.kind} allows one only, as for {@link RedisServer#start()}.
     *
     * @param replicas of each primary, 0 or more
     * @param options of each node, as on the command line of {@code redis-server}
     * @throws java.io.UncheckedIOException if it cannot be started here, or not with these options
     */
    public static RedisCluster start(int replicas, String... options) {
        return start(OwnBinary.choose(), replicas, options);
    }

    /** As {@link #start}, from the embedded binary, Redis 6.2. */
    public static RedisCluster embedded(int replicas, String... options) {
        return start(OwnBinary.embedded(), replicas, options);
    }

    /** As {@link #start}, from the {@code redis-server} on the path; empty if there is none. */
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

    /** The hash slot of a key. */
    public static int slot(String key) {
        return JedisClusterCRC16.getSlot(key);
    }

    /** All nodes, primaries and replicas, dead or alive: first those that began as primaries, in the order of their slots. */
    public List<RedisServer> nodes() {
        return nodes.all();
    }

    /** The addresses of all nodes, as {@code host:port}; a client needs one that lives. */
    public List<String> addresses() {
        return RedisNodes.addresses(nodes());
    }

    /** The living nodes that serve slots now. */
    public List<RedisServer> primaries() {
        return ClusterState.of(nodes()).primaries();
    }

    /**
     * The node that serves this key now.
     *
     * @throws IllegalStateException if none does
     */
    public RedisServer primaryOf(String key) {
        return primaryOf(slot(key));
    }

    /**
     * The node that serves this slot now.
     *
     * @throws IllegalStateException if none does
     */
    public RedisServer primaryOf(int slot) {
        return ClusterState.of(nodes())
                .primaryOf(slot)
                .orElseThrow(() -> new IllegalStateException("No living node serves slot " + slot));
    }

    /** The living replicas of a node. */
    public List<RedisServer> replicasOf(RedisServer primary) {
        return ClusterState.of(nodes()).replicasOf(primary);
    }

    /** A key that this primary serves now; for each number another. */
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
     * Kills a primary and has its replica take its slots over, without the nodes' wait for each other's votes; returns when all living nodes
     * know. What was not replicated is lost. The other node stays dead: see {@link #restore}.
     *
     * @return the new primary
     * @throws IllegalStateException if the primary has no replica that follows it, or the others do not learn of it within 90 s
     */
    public RedisServer failOver(RedisServer primary) {
        RedisServer next = replicasOf(primary).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(primary + " has no living replica in this cluster"));
        ClusterState.awaitFollowing(next);
        primary.kill();
        RedisNodes.tell(next, admin -> admin.clusterFailover(ClusterFailoverOption.TAKEOVER));
        ClusterState.awaitAgreement(nodes(), state -> state.primaries().contains(next));
        return next;
    }

    /** Starts what was killed again and returns when all nodes agree on who serves what, and replicas follow their primaries. */
    public void restore() {
        nodes().stream().filter(RedisServer::wasEnded).forEach(RedisServer::restart);
        awaitWhole();
    }

    /** Returns when each slot is served, all nodes agree by whom, and replicas follow their primaries. */
    public void awaitWhole() {
        ClusterState.awaitAgreement(nodes(), ClusterState::isWhole);
    }

    /**
     * Begins to move a slot: from now on the node that serves it answers for the keys that it has, and points to the new one ({@code ASK})
     * for those that it has not; scripts whose keys are on both sides are refused with {@code TRYAGAIN}.
     *
     * @param to a primary
     * @throws IllegalArgumentException if that node serves the slot already
     */
    public SlotMigration migrate(int slot, RedisServer to) {
        return SlotMigration.begin(this, slot, primaryOf(slot), to);
    }

    /**
     * Starts each node again, empty, to announce another port than its own: clients that ask for slots, and those that are redirected, are led
     * there. Returns when all nodes know.
     *
     * @param port of each node, such as that of a proxy before it
     */
    public void announce(ToIntFunction<RedisServer> port) {
        for (RedisServer node : nodes()) {
            node.restart(List.of("--cluster-announce-port", Integer.toString(port.applyAsInt(node))));
        }
        awaitWhole();
        ClusterState.awaitAnnounced(nodes(), port);
    }

    /** A client that sends each key to its node; the caller closes it. Jedis's own: it sends again what was not answered. */
    public RedisClusterClient client() {
        return RedisClusterClient.builder()
                .nodes(RedisNodes.hosts(nodes()))
                .poolConfig(QuietPool.config())
                .build();
    }

    /** Ends all processes. Closing again does nothing. */
    @Override
    public void close() {
        nodes.close();
    }

    @Override
    public String toString() {
        return "cluster of " + nodes();
    }
}
