package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;

/** May a primary evict our keys, or refuse writes because its memory is full? */
final class EvictionCheck extends Check {
    private static final double NEARLY = 0.9;

    EvictionCheck() {
        super("eviction", "redis.eviction");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = new ArrayList<>();
        for (Node node : exam.nodes()) {
            String policy = exam.info(node, "memory").getOrDefault("maxmemory_policy", "");
            if (policy.isEmpty()) {
                return List.of(unknown("INFO is not permitted"));
            }
            long most = exam.number(node, "memory", "maxmemory");
            long used = exam.number(node, "memory", "used_memory");
            if (!policy.equals("noeviction")) {
                troubles.add(warn("node " + Exam.place(node) + " has " + Shown.text(policy, 20)
                        + ": marks may be evicted, replays applied twice. Set noeviction."));
            }
            if (most > 0 && used > NEARLY * most) {
                troubles.add(warn("node " + Exam.place(node) + " uses " + 100 * used / most
                        + " % of its maxmemory: soon it refuses to take locks, or evicts them"));
            }
        }
        return orOk(troubles, "noeviction on every primary");
    }
}
