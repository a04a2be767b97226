package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import redis.clients.jedis.HostAndPort;

/** The one server of standalone mode. */
final class StandaloneTopology implements Topology {
    private final HostAndPort address;
    private final NodePools pools;

    StandaloneTopology(JedisSettings settings, NodePools pools) {
        this.address = settings.addresses().iterator().next();
        this.pools = pools;
    }

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

    @Override
    public void close() {}
}
