package io.github.stormlock.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * The roles of the nodes of a cluster, as the first living node sees them. Asks the other living nodes if they see the
 * same.
 */
record ClusterState(List<RedisServer> living, ClusterView view) {
    static ClusterState of(List<RedisServer> nodes) {
        List<RedisServer> living = RedisNodes.living(nodes);
        if (living.isEmpty()) {
            throw new IllegalStateException("No node of the cluster is alive");
        }
        return new ClusterState(living, ClusterView.of(living.get(0)));
    }

    /** Waits 90 s at most until all living nodes agree on who serves which slots, and the wanted state holds. */
    static void awaitAgreement(List<RedisServer> nodes, Predicate<ClusterState> wanted) {
        RedisNodes.await(
                () -> of(nodes).isAgreed() && wanted.test(of(nodes)),
                () -> "The nodes of the cluster do not agree on who serves what: " + of(nodes).view);
    }

    /** Waits 90 s at most until every node has met every other. */
    static void awaitAcquaintance(List<RedisServer> nodes) {
        RedisNodes.await(
                () -> nodes.stream().allMatch(node -> knows(node, nodes)),
                () -> "The nodes of the cluster do not know each other: " + of(nodes).view);
    }

    /** Waits 90 s at most until every node announces these ports for all nodes. */
    static void awaitAnnounced(List<RedisServer> nodes, ToIntFunction<RedisServer> port) {
        RedisNodes.await(
                () -> nodes.stream().allMatch(node -> {
                    String said = RedisNodes.askOr("", node, admin -> admin.clusterNodes());
                    return nodes.stream().allMatch(other -> said.contains(":" + port.applyAsInt(other) + "@"));
                }),
                () -> "The nodes of the cluster do not announce the ports that they were told: " + of(nodes).view);
    }

    List<RedisServer> primaries() {
        List<RedisServer> found = new ArrayList<>();
        for (RedisServer server : living) {
            if (view.at(server.port())
                    .filter(node -> node.isPrimary() && !node.slots().isEmpty())
                    .isPresent()) {
                found.add(server);
            }
        }
        return found;
    }

    Optional<RedisServer> primaryOf(int slot) {
        return view.ownerOf(slot).flatMap(node -> living.stream()
                .filter(server -> server.port() == node.port())
                .findFirst());
    }

    /** Returns true if all living nodes know with which epoch a node claims its slots. */
    boolean isEpochKnown(RedisServer node) {
        Optional<Long> own = ClusterView.of(node).at(node.port()).map(ClusterView.Node::epoch);
        return own.isPresent()
                && living.stream().allMatch(server -> ClusterView.of(server)
                        .at(node.port())
                        .map(ClusterView.Node::epoch)
                        .equals(own));
    }

    List<RedisServer> replicasOf(RedisServer primary) {
        String id = view.at(primary.port()).map(ClusterView.Node::id).orElse("");
        return living.stream()
                .filter(server -> view.at(server.port())
                        .filter(node -> node.primary().equals(id))
                        .isPresent())
                .toList();
    }

    /** Returns true if each slot is served, and each node without slots follows a node that has some. */
    boolean isWhole() {
        List<RedisServer> primaries = primaries();
        return living.stream().allMatch(ClusterState::isHealthy)
                && living.stream().allMatch(server -> primaries.contains(server) || RedisNodes.isFollowing(server));
    }

    private boolean isAgreed() {
        Set<Integer> ports = living.stream().map(RedisServer::port).collect(Collectors.toSet());
        return !view.owners().isEmpty()
                && living.stream().allMatch(server -> {
                    ClusterView seen = ClusterView.of(server);
                    return seen.owners().equals(view.owners())
                            && seen.primariesOf(ports).equals(view.primariesOf(ports));
                });
    }

    private static boolean isHealthy(RedisServer server) {
        String info = RedisNodes.askOr("", server, admin -> admin.clusterInfo());
        return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384");
    }

    private static boolean knows(RedisServer node, List<RedisServer> others) {
        ClusterView view = ClusterView.of(node);
        return view.nodes().size() == others.size()
                && view.nodes().stream()
                        .noneMatch(other -> other.flags().contains("handshake")
                                || other.flags().contains("noaddr"));
    }
}
