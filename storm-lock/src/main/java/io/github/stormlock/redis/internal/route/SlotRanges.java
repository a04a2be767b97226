package io.github.stormlock.redis.internal.route;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.util.KeyValue;

/** The answer of one node to {@code CLUSTER SLOTS}. Immutable. */
record SlotRanges(Map<Integer, HostAndPort> bySlot, Set<HostAndPort> nodes) {
    private static final int FIRST_NODE = 2;
    private static final int METADATA = 3;

    /** @param asked the address by which the node was asked, whose host is meant where one is left out */
    static SlotRanges of(@Nullable Object answer, HostAndPort asked) {
        Map<Integer, HostAndPort> bySlot = new HashMap<>();
        Set<HostAndPort> nodes = new HashSet<>();
        for (Object each : list(answer)) {
            List<?> range = list(each);
            for (int i = FIRST_NODE; i < range.size(); i++) {
                HostAndPort node = node(list(range.get(i)), asked);
                if (node != null) {
                    nodes.add(node);
                    // The primary comes first, and its replicas after it.
                    for (long slot = number(range.get(0)); i == FIRST_NODE && slot <= number(range.get(1)); slot++) {
                        bySlot.put((int) slot, node);
                    }
                }
            }
        }
        return new SlotRanges(bySlot, nodes);
    }

    /** Returns the primary of a slot; {@code null} if there is none. */
    @Nullable
    HostAndPort node(int slot) {
        return bySlot.get(slot);
    }

    /** Returns all nodes that serve slots, with their replicas. */

    /** Returns the address of a node; {@code null} if it has no port to connect to. */
    private static @Nullable HostAndPort node(List<?> node, HostAndPort asked) {
        long port = node.size() < 2 ? 0 : number(node.get(1));
        return port < 1 || port > 65_535 ? null : new HostAndPort(host(node, asked), (int) port);
    }

    /**
     * Returns the host of a node. One that has no host name where names are preferred is told as {@code ?}, with its
     * address beside it.
     */
    private static String host(List<?> node, HostAndPort asked) {
        String host = text(node.get(0));
        if (host.equals("?")) {
            host = node.size() > METADATA ? valueOf("ip", list(node.get(METADATA))) : "";
        }
        return host.isBlank() ? asked.getHost() : host;
    }

    /** Returns a value of a map, which is a list of keys and values in turn over RESP2. */
    private static String valueOf(String key, List<?> map) {
        for (int i = 0; i < map.size(); i++) {
            if (map.get(i) instanceof KeyValue<?, ?> entry) {
                if (text(entry.getKey()).equals(key)) {
                    return text(entry.getValue());
                }
            } else if (i + 1 < map.size() && text(map.get(i)).equals(key)) {
                return text(map.get(i + 1));
            }
        }
        return "";
    }

    private static List<?> list(@Nullable Object answer) {
        return answer instanceof List<?> list ? list : List.of();
    }

    private static long number(@Nullable Object answer) {
        return answer instanceof Long number ? number : -1;
    }

    private static String text(@Nullable Object answer) {
        return answer instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "";
    }
}
