package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.HashSlot;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.Lazy;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * Finds the node that serves the slot of a call's keys. In doubt the map of slots is fetched again, beside the scripts.
 */
final class ClusterTopology implements Topology {
    /** The shortest time between two fetches of the map: a cluster in trouble fails thousands of scripts a second. */
    private static final long REFRESH_NANOS = 100_000_000;

    private final NodePools pools;
    private final DaemonThreads workers;
    private final Lazy<SlotMap> slots;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile long refreshed = System.nanoTime() - REFRESH_NANOS;

    ClusterTopology(JedisSettings settings, NodePools pools, DaemonThreads workers) {
        this.pools = pools;
        this.workers = workers;
        this.slots = new Lazy<>(
                "the cluster's slots could not be learnt from " + settings.addresses(),
                workers,
                () -> new SlotMap(settings),
                map -> {});
    }

    @Override
    public void check(ScriptCall call) {
        List<byte[]> keys = call.keys();
        for (int i = 1; i < keys.size(); i++) {
            if (HashSlot.of(keys.get(i)) != HashSlot.of(keys.get(0))) {
                throw new IllegalArgumentException("the keys of script " + call.script()
                        + " do not share a hash slot, which a cluster demands: "
                        + keys.stream()
                                .map(key -> new String(key, StandardCharsets.UTF_8))
                                .collect(Collectors.toList())
                        + "; put the same part of each in braces");
            }
        }
    }

    @Override
    public NodePool poolFor(ScriptCall call, long deadline) {
        int slot = call.keys().isEmpty() ? anySlot() : HashSlot.of(call.keys().get(0));
        return pools.at(node(slot, deadline));
    }

    @Override
    public String node(byte[] key) {
        SlotMap made = slots.ifMade();
        HostAndPort node = made == null ? null : made.node(HashSlot.of(key));
        return node == null ? "" : node.toString();
    }

    @Override
    public HostAndPort subscriptionNode(long deadline) {
        return node(anySlot(), deadline);
    }

    @Override
    public boolean mayStay(HostAndPort subscriptionNode) {
        SlotMap made = slots.ifMade();
        return made == null || made.nodes().contains(subscriptionNode);
    }

    @Override
    public void doubt() {
        SlotMap map = slots.ifMade();
        boolean due = System.nanoTime() - refreshed >= REFRESH_NANOS;
        if (map != null && due && refreshing.compareAndSet(false, true)) {
            if (!workers.tryExecute(() -> refresh(map))) {
                refreshing.set(false);
            }
        }
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    @Override
    public void close() {
        slots.close();
    }

    private HostAndPort node(int slot, long deadline) {
        @Nullable HostAndPort node = slots.get(deadline).node(slot);
        if (node == null) {
            doubt();
            throw new RedisUnavailableException("no node of the cluster serves slot " + slot, null);
        }
        return node;
    }

    private void refresh(SlotMap map) {
        try {
            pools.retain(map.refresh());
        } finally {
            refreshed = System.nanoTime();
            refreshing.set(false);
        }
    }

    private static int anySlot() {
        return ThreadLocalRandom.current().nextInt(HashSlot.COUNT);
    }
}
