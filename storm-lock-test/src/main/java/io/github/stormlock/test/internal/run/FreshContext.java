package io.github.stormlock.test.internal.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.generated.NodeInfo;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The context of a task that is prepared again. It has no metrics, hooks or data of the life before, as in a new worker:
 * Storm refuses a metric whose name was used, and here each life has its own, which nobody reads. What belongs to the
 * worker and its executors is that of the first context.
 */
final class FreshContext extends TopologyContext {
    private final TopologyContext first;

    FreshContext(TopologyContext first, Map<String, Object> conf) {
        super(
                first.getRawTopology(),
                conf,
                first.getTaskToComponent(),
                tasks(first),
                streams(first),
                first.getBlobToLastKnownVersion(),
                first.getStormId(),
                first.getCodeDir(),
                first.getPIDDir(),
                first.getThisTaskId(),
                first.getThisWorkerPort(),
                first.getThisWorkerTasks(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new HashMap<>(),
                new AtomicBoolean(false),
                new StormMetricRegistry());
        this.first = first;
    }

    private static Map<String, List<Integer>> tasks(TopologyContext context) {
        Map<String, List<Integer>> tasks = new HashMap<>();
        for (String component : context.getComponentIds()) {
            tasks.put(component, new ArrayList<>(context.getComponentTasks(component)));
        }
        return tasks;
    }

    private static Map<String, Map<String, Fields>> streams(TopologyContext context) {
        Map<String, Map<String, Fields>> streams = new HashMap<>();
        for (String component : context.getComponentIds()) {
            Map<String, Fields> fields = new HashMap<>();
            for (String stream : context.getComponentStreams(component)) {
                fields.put(stream, context.getComponentOutputFields(component, stream));
            }
            streams.put(component, fields);
        }
        return streams;
    }

    @Override
    public @Nullable Object getResource(String name) {
        return first.getResource(name);
    }

    @Override
    public ExecutorService getSharedExecutor() {
        return first.getSharedExecutor();
    }

    @Override
    public void setExecutorData(String name, Object data) {
        first.setExecutorData(name, data);
    }

    @Override
    public @Nullable Object getExecutorData(String name) {
        return first.getExecutorData(name);
    }

    @Override
    public String getAssignmentId() {
        return first.getAssignmentId();
    }

    @Override
    public AtomicReference<Map<Integer, NodeInfo>> getTaskToNodePort() {
        return first.getTaskToNodePort();
    }

    @Override
    public AtomicReference<Map<String, String>> getNodeToHost() {
        return first.getNodeToHost();
    }
}
