package io.github.stormlock.bolt;

import io.github.stormlock.bolt.internal.metrics.TaskMetrics;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;

/** Holds the values that a task is prepared from. It may have to be prepared several times. */
record BoltSetup(
        Map<String, Object> conf,
        TopologyContext context,
        OutputCollector collector,
        TaskMetrics metrics,
        ErrorReports errors) {

    String component() {
        return context.getThisComponentId();
    }
}
