package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import redis.clients.jedis.HostAndPort;

/** The one server of standalone mode. */
record StandaloneTopology(HostAndPort address, NodePools pools) implements Topology {
    @Override
    public NodePool poolFor(ScriptCall call, long deadline) {
        return pools.at(address);
    }

    @Override
    public HostAndPort subscriptionNode(long deadline) {
        return address;
    }

    @Override
    public boolean mayStay(HostAndPort subscriptionNode) {
        return true;
    }
}
