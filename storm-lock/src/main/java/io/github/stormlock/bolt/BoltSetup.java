package io.github.stormlock.bolt;

import io.github.stormlock.entry.EntryKind;
import java.util.Map;
import org.apache.storm.task.TopologyContext;

/** Holds the values that a task is prepared from, as often as it has to be. */
record BoltSetup<V>(
        LockingBolt<V> bolt,
        EntryKind<V> kind,
        BoltSettings settings,
        Map<String, Object> conf,
        TopologyContext context) {
    String component() {
        return context.getThisComponentId();
    }

    /** @throws IllegalArgumentException if the configuration, or what the bolt wants otherwise, is wrong */
    Guards<V> open(BoltMetrics metrics) {
        return Guards.open(bolt, kind, settings, conf, component(), context.getThisTaskId(), metrics);
    }
}
