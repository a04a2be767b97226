package io.github.stormlock.benchmarks;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure to reach.
 *
 * @param against whose figure it is divided by; {@code null} if the figure itself is judged
 */
record Goal(String scenario, String contender, @Nullable String against, Measure measure, Bound bound, double wanted) {
    static final List<Goal> ALL = List.of(
            faster("uncontended", "storm-lock", "redisson", 8),
            faster("uncontended", "storm-lock", "unguarded", 0.8),
            faster("spread", "storm-lock", "redisson", 5),
            faster("spread", "storm-lock", "unguarded", 0.8),
            faster("hot", "storm-lock", "redisson", 30),
            faster("hot32", "storm-lock", "hincrby", 1.3),
            faster("hot-two-jvms", "storm-lock", "redisson", 12),
            new Goal("hot-two-jvms", "storm-lock", "redisson", Measure.P99_US, Bound.BELOW, 1),
            new Goal("hot-two-jvms", "storm-lock", null, Measure.SLOWER_SHARE, Bound.AT_LEAST, 0.35),
            faster("wan-uncontended", "storm-lock", "unguarded", 0.95),
            faster("wan-hot-two-jvms", "storm-lock", "redisson", 10),
            faster("batch", "storm-lock-batch", "hincrby", 1.4),
            faster("storm", "storm-lock", "redisson", 5),
            faster("storm", "storm-lock-batch", "hincrby", 1),
            new Goal("wakeup", "storm-lock", "redisson", Measure.P50_US, Bound.AT_MOST, 0.7),
            faster("uncontended", "storm-lock-ids", "storm-lock", 0.8));

    private static Goal faster(String scenario, String contender, String against, double wanted) {
        return new Goal(scenario, contender, against, Measure.OPS_PER_S, Bound.AT_LEAST, wanted);
    }

    /** What has to be measured in a scenario to judge all its goals. */
    static List<String> contenders(String scenario) {
        return ALL.stream()
                .filter(goal -> goal.scenario().equals(scenario))
                .flatMap(goal -> Stream.of(goal.contender(), goal.against()))
                .flatMap(Stream::ofNullable)
                .distinct()
                .toList();
    }
}
