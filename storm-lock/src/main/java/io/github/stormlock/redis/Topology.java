package io.github.stormlock.redis;

import redis.clients.jedis.HostAndPort;

/** Which server a script belongs to: all that standalone, Sentinel and Cluster differ in. Thread-safe. */
interface Topology {

    static Topology of(JedisSettings settings, NodePools pools, Workers workers) {
        return switch (settings.config().mode()) {
            case STANDALONE -> new StandaloneTopology(settings, pools);
            case SENTINEL -> new SentinelTopology(settings, pools, workers);
            case CLUSTER -> new ClusterTopology(settings, pools, workers);
        };
    }

    /**
     * Refuses a call that no server can run, whatever the state of things.
     *
     * @throws IllegalArgumentException naming the keys
     */
    void check(ScriptCall call);

    /**
     * The pool of the server for this call.
     *
     * @throws RedisUnavailableException if it cannot be found out before the deadline
     */
    NodePool poolFor(ScriptCall call, long deadline);

    /** A server to subscribe at, as {@link #poolFor} throws. */
    HostAndPort subscriptionNode(long deadline);

    /** Whether a subscription at that server is still where it belongs, as far as is known now. Never blocks. */
    boolean mayStay(HostAndPort subscriptionNode);

    /** A server failed, or pointed elsewhere: what is known may be out of date. Never blocks. */
    void doubt();

    boolean isCluster();

    void close();
}
