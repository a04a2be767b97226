package io.github.stormlock.redis.internal.route;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** The answer of one node to {@code CLUSTER SLOTS}. Immutable. */
record SlotRanges(Map<Integer, HostAndPort> bySlot, Set<HostAndPort> nodes) {
    private static final int FIRST_NODE = 2;

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

    /** Returns the address of a node; {@code null} if it has no port, or tells by {@code ?} that it has no name. */
    private static @Nullable HostAndPort node(List<?> node, HostAndPort asked) {
        long port = node.size() < 2 ? 0 : number(node.get(1));
        String host = port < 1 || port > 65_535 ? "?" : text(node.get(0));
        return host.equals("?") ? null : new HostAndPort(host.isBlank() ? asked.getHost() : host, (int) port);
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
