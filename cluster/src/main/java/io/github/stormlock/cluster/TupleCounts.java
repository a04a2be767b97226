package io.github.stormlock.cluster;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.TopologyInfo;
import org.jspecify.annotations.Nullable;

/** The counts of a component since its workers started, as its executors last reported them. */
record TupleCounts(long executed, long acked, long failed) {
    private static final String ALL_TIME = ":all-time";
    private static final TupleCounts NONE = new TupleCounts(0, 0, 0);

    /** Returns the counts by component, without those of Storm's own components. */
    static SortedMap<String, TupleCounts> of(TopologyInfo info) {
        SortedMap<String, TupleCounts> components = new TreeMap<>();
        for (ExecutorSummary executor : info.get_executors()) {
            String component = executor.get_component_id();
            if (!component.startsWith("__")) {
                components.merge(component, of(executor.get_stats()), TupleCounts::plus);
            }
        }
        return components;
    }

    private static TupleCounts of(@Nullable ExecutorStats stats) {
        if (stats == null) {
            return NONE;
        } else if (stats.get_specific().is_set_bolt()) {
            var bolt = stats.get_specific().get_bolt();
            return new TupleCounts(sum(bolt.get_executed()), sum(bolt.get_acked()), sum(bolt.get_failed()));
        }
        var spout = stats.get_specific().get_spout();
        return new TupleCounts(0, sum(spout.get_acked()), sum(spout.get_failed()));
    }

    private static long sum(Map<String, ? extends Map<?, Long>> byWindow) {
        Map<?, Long> all = byWindow.get(ALL_TIME);
        return all == null
                ? 0
                : all.values().stream().mapToLong(Long::longValue).sum();
    }

    private TupleCounts plus(TupleCounts other) {
        return new TupleCounts(executed + other.executed, acked + other.acked, failed + other.failed);
    }
}
