package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import java.util.List;
import redis.clients.jedis.HostAndPort;

/**
 * Finds the server that a script belongs to, which is all that standalone, Sentinel and Cluster differ in. Thread-safe.
 */
public interface Topology {

    static Topology of(JedisSettings settings, NodePools pools, DaemonThreads workers) {
        return switch (settings.config().mode()) {
            case STANDALONE ->
                new StandaloneTopology(settings.addresses().iterator().next(), pools);
            case SENTINEL -> new SentinelTopology(settings, pools, workers);
            case CLUSTER -> new ClusterTopology(settings, pools, workers);
        };
    }

    /**
     * Refuses a call that no server could run in any state of things.
     *
     * @throws IllegalArgumentException if this is one, naming the keys
     */
    default void check(ScriptCall call) {}

    /**
     * Returns the pool of the server for this call.
     *
     * @throws RedisUnavailableException if it cannot be found out before the deadline
     */
    NodePool poolFor(ScriptCall call, long deadline);

    /** Returns the name of the server of a key, as far as that is known now; empty if there is only one. Never blocks. */
    default String node(byte[] key) {
        return "";
    }

    /** Returns a server to subscribe at, and throws what {@link #poolFor} throws. */
    HostAndPort subscriptionNode(long deadline);

    /** Returns the primaries: one, or those that serve slots. Throws what {@link #poolFor} throws. */
    default List<HostAndPort> primaries(long deadline) {
        return List.of(subscriptionNode(deadline));
    }

    /**
     * Returns true if a subscription at that server is still where it belongs, as far as is known now. Never blocks.
     */
    boolean mayStay(HostAndPort subscriptionNode);

    /** Notes that a server failed or pointed elsewhere, so that what is known may be out of date. Never blocks. */
    default void doubt() {}

    default boolean isCluster() {
        return false;
    }

    default void close() {}
}
