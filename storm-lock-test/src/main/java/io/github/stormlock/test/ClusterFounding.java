package io.github.stormlock.test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;

/** Makes a cluster of new server processes, which do not know each other yet. */
final class ClusterFounding {
    private static final int SLOTS = 16_384;
    private static final List<String> OPTIONS = List.of(
            "--cluster-enabled", "yes",
            "--cluster-node-timeout", "15000",
            "--cluster-require-full-coverage", "no",
            // A replica may be promoted at any age of its copy.
            "--cluster-replica-validity-factor", "0",
            // No replica leaves its primary for a primary that lost its own replica.
            "--cluster-migration-barrier", "100",
            "--repl-diskless-sync-delay", "0");

    private ClusterFounding() {}

    static void found(RedisNodes nodes, OwnBinary binary, int primaries, int replicas, List<String> options) {
        List<String> all = new ArrayList<>(OPTIONS);
        all.addAll(options);
        for (int i = 0; i < primaries * (1 + replicas); i++) {
            nodes.add(() -> binary.server(all));
        }
        List<RedisServer> servers = nodes.all();
        share(servers.subList(0, primaries));
        introduce(servers);
        for (int i = primaries; i < servers.size(); i++) {
            follow(servers.get(i), servers.get(i % primaries));
        }
        ClusterState.awaitAgreement(servers, ClusterState::isWhole);
    }

    private static void share(List<RedisServer> primaries) {
        int count = primaries.size();
        for (int i = 0; i < count; i++) {
            int[] slots =
                    IntStream.range(SLOTS * i / count, SLOTS * (i + 1) / count).toArray();
            int epoch = i + 1;
            RedisNodes.tell(primaries.get(i), admin -> {
                admin.clusterSetConfigEpoch(epoch);
                admin.clusterAddSlots(slots);
            });
        }
    }

    private static void introduce(List<RedisServer> servers) {
        for (RedisServer other : servers.subList(1, servers.size())) {
            RedisNodes.tell(servers.get(0), admin -> admin.clusterMeet("127.0.0.1", other.port()));
        }
        ClusterState.awaitAcquaintance(servers);
    }

    private static void follow(RedisServer replica, RedisServer primary) {
        String id = RedisNodes.ask(primary, Jedis::clusterMyId);
        RedisNodes.tell(replica, admin -> admin.clusterReplicate(id));
    }
}
