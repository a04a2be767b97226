package io.github.stormlock.bolt;

import io.github.stormlock.entry.EntryKind;
import java.util.Map;
import org.apache.storm.task.TopologyContext;

/** Holds the values that a task is prepared from. It may have to be prepared several times. */
record BoltSetup<V>(
        LockingBolt<V> bolt,
        EntryKind<V> kind,
        BoltSettings settings,
        Map<String, Object> conf,
        TopologyContext context) {
    String component() {
        return context.getThisComponentId();
    }

    /**
     * Opens the guards of the task.
     *
     * @throws IllegalArgumentException if the configuration or a setting of the bolt is wrong
     */
    EntryGuards<V> open(BoltMetrics metrics) {
        return EntryGuards.open(bolt, kind, settings, conf, component(), context.getThisTaskId(), metrics);
    }
}
