package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.WorkerInfo;
import java.util.List;

/** Do threads of a worker wait for a connection? */
final class PoolsCheck extends Check {
    PoolsCheck() {
        super("pools", "workers.pool");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = exam.workers().workers().stream()
                .filter(worker -> waiting(worker) > 0)
                .map(worker -> warn(exam.workers().words(worker, 0) + ": " + waiting(worker)
                        + " threads wait for a connection, all " + worker.pool().getOrDefault("active", 0L)
                        + " are in use. Raise storm.lock.redis.pool.max.total, or find out what is slow in Redis."))
                .toList();
        return orOk(troubles, "no thread waits for a connection");
    }

    private static long waiting(WorkerInfo worker) {
        return worker.pool().getOrDefault("waiting", 0L);
    }
}
