package io.github.stormlock.test.internal.feed;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.utils.Utils;

/**
 * Counts the running workers of one submitted topology. Storm forgets a killed topology before its workers have ended,
 * and this hook is the last thing that a worker calls. Copies in workers count for the original. Thread-safe.
 */
public final class WorkerCount extends BaseWorkerHook {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Integer> RUNNING = new ConcurrentHashMap<>();

    private final String run;

    private WorkerCount(String run) {
        this.run = run;
    }

    public static WorkerCount create() {
        return new WorkerCount(UUID.randomUUID().toString());
    }

    public void watch(StormTopology topology) {
        topology.add_to_worker_hooks(ByteBuffer.wrap(Utils.javaSerialize(this)));
    }

    public int running() {
        return RUNNING.getOrDefault(run, 0);
    }

    @Override
    public void start(Map<String, Object> conf, WorkerUserContext context) {
        RUNNING.merge(run, 1, Integer::sum);
    }

    @Override
    public void shutdown() {
        RUNNING.computeIfPresent(run, (same, count) -> count == 1 ? null : count - 1);
    }
}
