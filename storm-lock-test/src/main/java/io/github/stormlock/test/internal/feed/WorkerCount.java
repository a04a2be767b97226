package io.github.stormlock.test.internal.feed;

import io.github.stormlock.test.internal.run.Here;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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

    private final transient AtomicInteger running = new AtomicInteger();
    private final transient Here here = Here.of(this);

    private Object writeReplace() {
        return here;
    }

    public void watch(StormTopology topology) {
        topology.add_to_worker_hooks(ByteBuffer.wrap(Utils.javaSerialize(this)));
    }

    public int running() {
        return running.get();
    }

    @Override
    public void start(Map<String, Object> conf, WorkerUserContext context) {
        running.incrementAndGet();
    }

    @Override
    public void shutdown() {
        running.decrementAndGet();
    }
}
