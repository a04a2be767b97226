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

    OutputStreams streams() {
        return OutputStreams.of(context);
    }

    String component() {
        return component(context);
    }

    /** Returns the name of the component; that of a context that a unit test has mocked is {@code bolt}. */
    static String component(TopologyContext context) {
        String component = context.getThisComponentId();
        return component == null ? "bolt" : component;
    }
}
