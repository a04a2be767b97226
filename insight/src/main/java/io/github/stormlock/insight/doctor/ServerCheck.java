package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Are the servers new enough, and of the mode that the options say? */
final class ServerCheck extends Check {
    private static final int MAJOR = 6;
    private static final int MINOR = 2;

    ServerCheck() {
        super("server", "redis.version");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = new ArrayList<>();
        TreeSet<String> versions = new TreeSet<>();
        for (Node node : exam.nodes()) {
            Map<String, String> info = exam.info(node, "server");
            String version = info.getOrDefault("redis_version", "");
            if (version.isEmpty()) {
                return List.of(unknown("INFO is not permitted"));
            }
            versions.add(Shown.text(version, 20));
            if (!isNewEnough(version)) {
                troubles.add(fail("node " + Exam.place(node) + " is Redis " + Shown.text(version, 20)
                        + ": the library needs 6.2 or later"));
            }
            boolean cluster = info.getOrDefault("redis_mode", "").equals("cluster");
            if (cluster != (exam.servers().config().mode() == Mode.CLUSTER)) {
                troubles.add(fail("node " + Exam.place(node)
                        + (cluster
                                ? " is of a Cluster, and is asked as a single server: give --cluster"
                                : " is no Cluster, and is asked as one")));
            }
            if (exam.info(node, "replication").getOrDefault("role", "master").equals("slave")) {
                troubles.add(fail("node " + Exam.place(node) + " is a replica: it takes no locks"));
            }
        }
        return orOk(troubles, String.join(", ", versions) + ", " + servers(exam));
    }

    private static String servers(Exam exam) {
        long replicas = exam.nodes().stream()
                .mapToLong(node -> Math.max(0, exam.number(node, "replication", "connected_slaves")))
                .sum();
        int primaries = exam.nodes().size();
        return primaries + (primaries == 1 ? " primary" : " primaries") + " with " + replicas
                + (replicas == 1 ? " replica" : " replicas");
    }

    static boolean isNewEnough(String version) {
        String[] parts = version.split("\\.", 3);
        long major = Exam.number(parts[0]);
        long minor = parts.length > 1 ? Exam.number(parts[1]) : 0;
        return major > MAJOR || (major == MAJOR && minor >= MINOR);
    }
}
