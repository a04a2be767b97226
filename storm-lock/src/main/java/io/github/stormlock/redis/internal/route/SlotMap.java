package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.PortConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The map of a Cluster's slots. It is not that of Jedis, which makes an address of a host that is left out: another
 * server would be written to. Connects at once. Thread-safe.
 */
final class SlotMap {
    private final JedisSettings settings;
    private volatile SlotRanges ranges;

    SlotMap(JedisSettings settings) {
        this.settings = settings;
        this.ranges = learn(settings.addresses());
    }

    @Nullable
    HostAndPort node(int slot) {
        return ranges.node(slot);
    }

    /**
     * Asks the nodes one after another until one answers, and then those of the configuration. The map stays as it is if
     * none does.
     */
    Set<HostAndPort> refresh() {
        List<HostAndPort> known = new ArrayList<>(nodes());
        Collections.shuffle(known);
        Set<HostAndPort> all = new LinkedHashSet<>(known);
        all.addAll(settings.addresses());
        try {
            ranges = learn(all);
        } catch (RedisException e) {
            // What is known is the best there is. A script that it misleads comes back here.
        }
        return nodes();
    }

    Set<HostAndPort> nodes() {
        return ranges.nodes();
    }

    /** A server without the command, or with the command switched off, is of another kind. */
    private RedisException noCluster(RedisRefusedException refusal) {
        return refusal.code().equals("ERR")
                ? new RedisUnavailableException(
                        refusal.getMessage() + "; it is no node of a cluster: see "
                                + settings.names().of("mode"),
                        refusal)
                : refusal;
    }

    private SlotRanges learn(Collection<HostAndPort> nodes) {
        RedisException first = null;
        for (HostAndPort node : nodes) {
            try {
                SlotRanges learnt = SlotRanges.of(ask(node), node);
                if (!learnt.nodes().isEmpty()) {
                    return learnt;
                }
                throw new RedisUnavailableException("no node serves any slot, says " + node, null);
            } catch (RedisRefusedException e) {
                first = first == null ? noCluster(e) : first;
            } catch (RedisException e) {
                first = first == null ? e : first;
            }
        }
        throw first == null ? new RedisUnavailableException("no node is known", null) : first;
    }

    /** Asks over a connection of its own, because a pool in trouble has none to spare. */
    private @Nullable Object ask(HostAndPort node) {
        CommandArguments slots = new CommandArguments(Protocol.Command.CLUSTER).add("SLOTS");
        ConnectionMaker maker = new ConnectionMaker(node, settings);
        try {
            PortConnection connection = maker.connect();
            try {
                return connection.ask(slots);
            } catch (JedisDataException e) {
                throw Failures.refused(slots, node, e);
            }
        } catch (JedisException e) {
            throw Failures.notConnected(settings.names(), node, e);
        } finally {
            maker.close();
        }
    }
}
