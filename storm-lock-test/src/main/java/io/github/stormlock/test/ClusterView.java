package io.github.stormlock.test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The view that one node has of the cluster, as {@code CLUSTER NODES} shows it. */
record ClusterView(List<Node> nodes) {
    /** The distance from the port for clients to the port of the cluster bus. */
    private static final int BUS_ABOVE = 10_000;

    /**
     * One line of the answer.
     *
     * @param primary the node id of its primary; {@code -} for a primary
     * @param epoch its configuration epoch: of two that claim a slot, the one with the higher epoch has it
     */
    record Node(String id, int port, List<String> flags, String primary, long epoch, List<String> slots) {
        boolean isPrimary() {
            return flags.contains("master");
        }

        boolean owns(int slot) {
            return slots.stream().filter(range -> !range.startsWith("[")).anyMatch(range -> {
                String[] ends = range.split("-", 2);
                return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
            });
        }
    }

    static ClusterView of(RedisServer node) {
        return parse(RedisNodes.askOr("", node, admin -> admin.clusterNodes()));
    }

    static ClusterView parse(String text) {
        return new ClusterView(text.lines()
                .filter(line -> !line.isBlank())
                .map(ClusterView::node)
                .toList());
    }

    Optional<Node> at(int port) {
        return nodes.stream().filter(node -> node.port == port).findFirst();
    }

    Optional<Node> ownerOf(int slot) {
        return nodes.stream()
                .filter(node -> node.isPrimary() && node.owns(slot))
                .findFirst();
    }

    /** Returns the slots by the node id of their owner. Two nodes agree if these maps are equal. */
    Map<String, List<String>> owners() {
        Map<String, List<String>> owners = new TreeMap<>();
        nodes.stream()
                .filter(node -> node.isPrimary() && !node.slots.isEmpty())
                .forEach(node -> owners.put(node.id, node.slots));
        return owners;
    }

    /** Returns the node id of the primary that each of these ports follows; empty text for a primary. */
    Map<Integer, String> primariesOf(Set<Integer> ports) {
        Map<Integer, String> primaries = new TreeMap<>();
        nodes.stream()
                .filter(node -> ports.contains(node.port))
                .forEach(node -> primaries.put(node.port, node.isPrimary() ? "" : node.primary));
        return primaries;
    }

    private static Node node(String line) {
        List<String> parts = List.of(line.split(" "));
        String address = parts.get(1);
        // The address is host, port, '@', bus port and, from Redis 7.0 on, a name. A node may announce another port for
        // clients, so its own port is told from the bus port.
        String bus = address.substring(address.indexOf('@') + 1).replaceFirst(",.*", "");
        return new Node(
                parts.get(0),
                Integer.parseInt(bus) - BUS_ABOVE,
                List.of(parts.get(2).split(",")),
                parts.get(3),
                Long.parseLong(parts.get(6)),
                parts.subList(8, parts.size()));
    }
}
