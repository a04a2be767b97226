package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.PoolGauges;
import io.github.stormlock.redis.RedisUnavailableException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.HostAndPort;

/** One pool for each server that scripts have gone to. Thread-safe. */
public final class NodePools {
    private final JedisSettings settings;
    private final DaemonThreads workers;
    private final ConcurrentMap<HostAndPort, NodePool> pools = new ConcurrentHashMap<>();
    private final AtomicLong roundTripsOfRetired = new AtomicLong();
    private volatile boolean closed;

    public NodePools(JedisSettings settings, DaemonThreads workers) {
        this.settings = settings;
        this.workers = workers;
    }

    /**
     * Returns the pool of a server, and opens it if there is none.
     *
     * @throws RedisUnavailableException if the port is closed
     */
    public NodePool at(HostAndPort address) {
        NodePool pool = pools.get(address);
        return pool == null ? open(address) : pool;
    }

    /** Retires the pools of servers that are not in {@code current}. */
    public void retain(Set<HostAndPort> current) {
        for (HostAndPort address : pools.keySet()) {
            NodePool left = current.contains(address) ? null : pools.remove(address);
            if (left != null) {
                left.retire();
                roundTripsOfRetired.addAndGet(left.borrowed());
            }
        }
    }

    public PoolGauges gauges() {
        int active = 0;
        int idle = 0;
        int waiting = 0;
        for (NodePool pool : pools.values()) {
            active += pool.active();
            idle += pool.idle();
            waiting += pool.waiting();
        }
        return new PoolGauges(active, idle, waiting);
    }

    /** Returns how often a connection was taken, which is for one round trip each time. */
    public long roundTrips() {
        return roundTripsOfRetired.get()
                + pools.values().stream().mapToLong(NodePool::borrowed).sum();
    }

    public void close() {
        closed = true;
        pools.keySet().forEach(this::close);
    }

    private NodePool open(HostAndPort address) {
        NodePool pool = pools.computeIfAbsent(address, fresh -> new NodePool(fresh, settings, workers));
        // Checked after the insertion: close() sets its flag and then looks for pools, so one of the two sees the
        // other.
        if (closed) {
            close(address);
            throw Failures.closed(address);
        }
        return pool;
    }

    private void close(HostAndPort address) {
        NodePool pool = pools.remove(address);
        if (pool != null) {
            pool.close();
        }
    }
}
