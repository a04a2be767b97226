package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.HostAndPort;

/**
 * Knows the primary, as the sentinel has it that named one last, and follows fail-overs. It listens to all of them, since
 * any may be the first to know of a switch. It begins when the primary is first asked for.
 */
final class SentinelTopology implements Topology {
    private static final Logger LOG = LoggerFactory.getLogger(SentinelTopology.class);

    private final JedisSettings settings;
    private final NodePools pools;
    private final DaemonThreads workers;
    private final List<SentinelListener> listeners;
    private volatile @Nullable HostAndPort primary;
    // Guarded by this: what each sentinel gave in place of an answer.
    private final Map<HostAndPort, String> failures = new LinkedHashMap<>();
    private boolean listening;
    private boolean closed;

    SentinelTopology(JedisSettings settings, NodePools pools, DaemonThreads workers) {
        this.settings = settings;
        this.pools = pools;
        this.workers = workers;
        this.listeners = settings.addresses().stream()
                .map(sentinel -> new SentinelListener(sentinel, settings, this))
                .collect(Collectors.toList());
    }

    @Override
    public NodePool poolFor(ScriptCall call, long deadline) {
        return pools.at(subscriptionNode(deadline));
    }

    @Override
    public HostAndPort subscriptionNode(long deadline) {
        HostAndPort known = primary;
        return known == null ? awaitPrimary(deadline) : known;
    }

    @Override
    public boolean mayStay(HostAndPort subscriptionNode) {
        HostAndPort known = primary;
        return known == null || known.equals(subscriptionNode);
    }

    @Override
    public synchronized void close() {
        closed = true;
        listeners.forEach(SentinelListener::end);
        notifyAll();
    }

    /** Waits until a sentinel names the primary, but not if all have failed: then each tries again by itself. */
    private synchronized HostAndPort awaitPrimary(long deadline) {
        if (!listening && !closed) {
            listening = true;
            for (SentinelListener listener : listeners) {
                var unused = workers.tryExecute(listener::run);
            }
        }
        try {
            while (primary == null && !closed && failures.size() < listeners.size() && Deadline.left(deadline) > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, Deadline.left(deadline));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        HostAndPort known = primary;
        if (known == null) {
            throw new RedisUnavailableException(
                    "the primary '" + settings.config().master() + "' could not be learnt from the sentinels "
                            + settings.addresses() + ": "
                            + (failures.isEmpty() ? "no answer in time" : String.join("; ", failures.values())),
                    null);
        }
        return known;
    }

    synchronized void named(HostAndPort sentinel, HostAndPort address) {
        failures.remove(sentinel);
        if (!address.equals(primary)) {
            primary = address;
            pools.retain(Set.of(address));
            notifyAll();
        }
    }

    /** Says what is wrong with a sentinel, once each time that it changes. If none answers, all who ask are told. */
    synchronized void failed(HostAndPort sentinel, RedisException failure) {
        String text = String.valueOf(failure.getMessage());
        if (!text.equals(failures.put(sentinel, text))) {
            LOG.warn("A sentinel is not listened to: {}", text);
        }
        notifyAll();
    }
}
