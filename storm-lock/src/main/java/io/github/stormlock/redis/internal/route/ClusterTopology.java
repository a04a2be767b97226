package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.HashSlot;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePool;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.connect.Peer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Finds the node that serves the slot of a call's keys. The map of slots is fetched when it is first needed, and again in
 * doubt, on a thread of its own, so that no caller waits longer than its deadline. It is not that of Jedis, which makes an
 * address of a host that is left out: another server would be written to.
 */
final class ClusterTopology implements Topology {
    /** The shortest time between two fetches of the map: a cluster in trouble fails thousands of scripts a second. */
    private static final long REFRESH_NANOS = 100_000_000;

    private final JedisSettings settings;
    private final NodePools pools;
    private final DaemonThreads workers;
    private volatile @Nullable SlotRanges slots;
    // Guarded by this: the fetch under way or the last one, and when it began.
    private @Nullable CompletableFuture<SlotRanges> fetch;
    private long began;

    ClusterTopology(JedisSettings settings, NodePools pools, DaemonThreads workers) {
        this.settings = settings;
        this.pools = pools;
        this.workers = workers;
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
        SlotRanges known = slots;
        HostAndPort node = known == null ? null : known.node(HashSlot.of(key));
        return node == null ? "" : node.toString();
    }

    @Override
    public HostAndPort subscriptionNode(long deadline) {
        return node(anySlot(), deadline);
    }

    @Override
    public List<HostAndPort> primaries(long deadline) {
        SlotRanges known = slots;
        return (known == null ? await(fetch(), deadline) : known)
                .bySlot().values().stream().distinct().toList();
    }

    @Override
    public boolean mayStay(HostAndPort subscriptionNode) {
        SlotRanges known = slots;
        return known == null || known.nodes().contains(subscriptionNode);
    }

    @Override
    public void doubt() {
        if (slots != null) {
            var unused = fetch();
        }
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    private HostAndPort node(int slot, long deadline) {
        SlotRanges known = slots;
        HostAndPort node = (known == null ? await(fetch(), deadline) : known).node(slot);
        if (node == null) {
            doubt();
            throw new RedisUnavailableException("no node of the cluster serves slot " + slot, null);
        }
        return node;
    }

    private SlotRanges await(CompletableFuture<SlotRanges> current, long deadline) {
        try {
            return current.get(Math.max(1, Deadline.left(deadline)), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notLearnt(null);
        } catch (TimeoutException e) {
            throw notLearnt(null);
        } catch (ExecutionException e) {
            throw notLearnt(e.getCause());
        }
    }

    private RedisUnavailableException notLearnt(@Nullable Throwable cause) {
        return new RedisUnavailableException(
                "the cluster's slots could not be learnt from " + settings.addresses() + ": "
                        + (cause == null ? "no answer in time" : Failures.reason(cause)),
                cause);
    }

    /** Returns the fetch under way, or begins one if it is time for it. */
    private synchronized CompletableFuture<SlotRanges> fetch() {
        CompletableFuture<SlotRanges> current = fetch;
        long now = System.nanoTime();
        if (current == null || (current.isDone() && (slots == null || now - began >= REFRESH_NANOS))) {
            CompletableFuture<SlotRanges> next = new CompletableFuture<>();
            boolean begun = workers.tryExecute(() -> {
                var unused = next.completeAsync(this::learn, Runnable::run);
            });
            if (!begun) {
                next.completeExceptionally(new RedisUnavailableException("the port is closed", null));
            }
            current = next;
            fetch = next;
            began = now;
        }
        return current;
    }

    /**
     * Asks the nodes one after another until one answers, and then those of the configuration. What is known stays as it
     * is if none does: it is the best there is, and a script that it misleads comes back here.
     */
    private SlotRanges learn() {
        SlotRanges known = slots;
        List<HostAndPort> shuffled = new ArrayList<>(known == null ? Set.of() : known.nodes());
        Collections.shuffle(shuffled);
        Set<HostAndPort> all = new LinkedHashSet<>(shuffled);
        all.addAll(settings.addresses());
        List<RedisException> failures = new ArrayList<>();
        for (HostAndPort node : all) {
            try {
                SlotRanges learnt = SlotRanges.of(ask(node), node);
                if (learnt.nodes().isEmpty()) {
                    throw new RedisUnavailableException("no node serves any slot, says " + node, null);
                }
                slots = learnt;
                pools.retain(learnt.nodes());
                return learnt;
            } catch (RedisException e) {
                failures.add(e);
            }
        }
        throw failures.get(0);
    }

    /** Asks over a connection of its own, because a pool in trouble has none to spare. */
    private @Nullable Object ask(HostAndPort node) {
        ConnectionMaker maker = new ConnectionMaker(node, settings);
        try {
            return maker.connect().ask(new CommandArguments(Protocol.Command.CLUSTER).add("SLOTS"));
        } catch (JedisDataException e) {
            throw Failures.noSlots(node, e);
        } catch (JedisException e) {
            throw Failures.notConnected(Peer.SERVER, node, true, e);
        } finally {
            maker.close();
        }
    }

    private static int anySlot() {
        return ThreadLocalRandom.current().nextInt(HashSlot.COUNT);
    }
}
