package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.Lazy;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** Finds the primary that the sentinels name, and follows fail-overs. */
final class SentinelTopology implements Topology {
    private final NodePools pools;
    private final Lazy<SentinelWatch> watch;
    private volatile @Nullable HostAndPort known;

    SentinelTopology(JedisSettings settings, NodePools pools, DaemonThreads workers) {
        this.pools = pools;
        this.watch = new Lazy<>(
                "the primary '" + settings.config().master() + "' could not be learnt from the sentinels "
                        + settings.addresses(),
                workers,
                () -> new SentinelWatch(settings, workers),
                SentinelWatch::end);
    }

    @Override
    public NodePool poolFor(ScriptCall call, long deadline) {
        return pools.at(subscriptionNode(deadline));
    }

    @Override
    public HostAndPort subscriptionNode(long deadline) {
        HostAndPort primary = watch.get(deadline).primary();
        if (!primary.equals(known)) {
            known = primary;
            pools.retain(Set.of(primary));
        }
        return primary;
    }

    @Override
    public boolean mayStay(HostAndPort subscriptionNode) {
        SentinelWatch made = watch.ifMade();
        return made == null || made.primary().equals(subscriptionNode);
    }

    @Override
    public void close() {
        watch.close();
    }
}
