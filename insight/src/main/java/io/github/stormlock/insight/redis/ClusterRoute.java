package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The nodes of a Cluster by their slots, as the first node that answers knows them. Thread-safe. */
final class ClusterRoute implements Route {
    private static final Query SLOTS = Query.plain("CLUSTER", "SLOTS");

    private final List<Node> seeds;
    private final BiFunction<Node, Query, Reply> ask;
    private @Nullable NavigableMap<Integer, Range> slots;

    /** Slots that follow each other, up to the last of them, at one node. */
    private record Range(int last, Node node) {}

    /**
     * Creates the route.
     *
     * @param seeds some of the nodes
     * @param ask asks one node
     */
    ClusterRoute(List<Node> seeds, BiFunction<Node, Query, Reply> ask) {
        this.seeds = seeds;
        this.ask = ask;
    }

    @Override
    public Node of(@Nullable String key) {
        NavigableMap<Integer, Range> known = slots();
        int slot = key == null ? known.firstKey() : JedisClusterCRC16.getSlot(key);
        Map.Entry<Integer, Range> range = known.floorEntry(slot);
        if (range == null || range.getValue().last() < slot) {
            throw new CannotAskException("no node of the cluster serves slot " + slot, null);
        }
        return range.getValue().node();
    }

    @Override
    public List<Node> primaries() {
        return slots().values().stream().map(Range::node).distinct().toList();
    }

    @Override
    public synchronized void doubt() {
        slots = null;
    }

    private synchronized NavigableMap<Integer, Range> slots() {
        NavigableMap<Integer, Range> known = slots;
        if (known == null) {
            known = learnt();
            slots = known;
        }
        return known;
    }

    private NavigableMap<Integer, Range> learnt() {
        String why = "";
        for (Node seed : seeds) {
            try {
                Reply reply = ask.apply(seed, SLOTS);
                NavigableMap<Integer, Range> found = found(reply, seed);
                if (!found.isEmpty()) {
                    return found;
                }
                why = reply.isRefused() ? reply.refusal() : "no node serves any slot";
            } catch (CannotAskException e) {
                why = String.valueOf(e.getMessage());
            }
        }
        throw new CannotAskException("the cluster's slots could not be learnt: " + why, null);
    }

    private static NavigableMap<Integer, Range> found(Reply reply, Node asked) {
        NavigableMap<Integer, Range> found = new TreeMap<>();
        for (Reply range : reply.list()) {
            List<Reply> parts = range.list();
            if (parts.size() > 2 && parts.get(2).list().size() >= 2) {
                List<Reply> primary = parts.get(2).list();
                // A node that does not know its own name leaves it out.
                String host = primary.get(0)
                        .text()
                        .filter(name -> !name.isBlank() && !name.equals("?"))
                        .orElse(asked.host());
                Node node = new Node(host, (int) primary.get(1).number().orElse(0));
                found.put(
                        (int) parts.get(0).number().orElse(0),
                        new Range((int) parts.get(1).number().orElse(-1), node));
            }
        }
        return found;
    }
}
