package io.github.stormlock.insight.doctor;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks at what a restart and a fail-over lose, and compares it with what workers wait for. */
final class PersistenceCheck extends Check {
    PersistenceCheck() {
        super("persistence", "redis.persistence");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = new ArrayList<>();
        int least = exam.servers().config().replicas().least();
        for (Node node : exam.nodes()) {
            String place = "node " + Exam.place(node);
            Map<String, String> info = exam.info(node, "persistence");
            if (info.isEmpty()) {
                return List.of(unknown("INFO is not permitted"));
            }
            if (!info.getOrDefault("aof_enabled", "0").equals("1")) {
                troubles.add(warn(
                        place + " has no append-only file: a restart loses entries, and marks of events whose replays"
                                + " are then applied twice. Set appendonly yes."));
            } else if (info.getOrDefault("aof_last_write_status", "ok").equals("err")) {
                troubles.add(fail(
                        place + " cannot write its append-only file: it refuses all writes. See if its disk is full."));
            }
            if (info.getOrDefault("rdb_last_bgsave_status", "ok").equals("err")) {
                troubles.add(fail(place + " could not save: it may refuse all writes"));
            }
            addReplicas(exam, node, least, troubles);
        }
        return orOk(
                troubles,
                "append-only files" + (least == 0 ? "; workers wait for no replica" : "; workers wait for " + least));
    }

    private void addReplicas(Exam exam, Node node, int least, List<Finding> troubles) {
        String place = "node " + Exam.place(node);
        long connected = Math.max(0, exam.number(node, "replication", "connected_slaves"));
        if (connected < least) {
            troubles.add(fail(place + " has " + connected + " replicas, and workers wait for " + least
                    + " (storm.lock.redis.replicas.least): their commits end unknown"));
        }
        long demanded =
                exam.setting(node, "min-replicas-to-write").map(Exam::number).orElse(-1L);
        if (demanded > connected) {
            troubles.add(fail(place + " has min-replicas-to-write " + demanded + " and " + connected
                    + " replicas: it refuses all writes"));
        } else if (demanded >= 0 && demanded < least) {
            troubles.add(warn(place + " has min-replicas-to-write " + demanded + ", and workers wait for " + least
                    + ": a primary that is cut off goes on granting locks. Set it to " + least + "."));
        }
    }
}
