package io.github.stormlock.benchmarks.report;

import static io.github.stormlock.benchmarks.report.Goal.atMost;
import static io.github.stormlock.benchmarks.report.Goal.faster;
import static io.github.stormlock.benchmarks.work.load.Measure.CLIENT_CPU_US;
import static io.github.stormlock.benchmarks.work.load.Measure.COMMANDS_PER_OP;
import static io.github.stormlock.benchmarks.work.load.Measure.CPU_US;
import static io.github.stormlock.benchmarks.work.load.Measure.ODD_MAX_US;
import static io.github.stormlock.benchmarks.work.load.Measure.ODD_MEAN_US;
import static io.github.stormlock.benchmarks.work.load.Measure.ODD_WASTED_PER_OP;
import static io.github.stormlock.benchmarks.work.load.Measure.REDIS_CPU_US;
import static io.github.stormlock.benchmarks.work.load.Measure.ROUND_TRIPS_PER_OP;
import static io.github.stormlock.benchmarks.work.load.Measure.WASTED_PER_OP;

import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import java.util.stream.Stream;

/** The figures to reach. */
public final class Goals {
    private static final String OURS = "storm-lock";
    private static final String ADDS = "storm-lock-adds";
    private static final String IDS = "storm-lock-ids";
    private static final String BATCH = "storm-lock-batch";
    private static final String REDISSON = "redisson";
    private static final String UNGUARDED = "unguarded";
    private static final String HINCRBY = "hincrby";
    private static final String LUA = "lua";
    private static final String NOTHING = "nothing";
    private static final String TRANSFER = "storm-lock-transfer";
    private static final String TRANSFER_IDS = "storm-lock-transfer-ids";
    private static final String REDISSON_TRANSFER = "redisson-transfer";
    private static final String MEMBER = "storm-lock-member-of-1000000";

    private static final List<Goal> ONE_THREAD = List.of(
            atMost("uncontended", OURS, COMMANDS_PER_OP, 1),
            atMost("uncontended", OURS, ROUND_TRIPS_PER_OP, 1),
            atMost("uncontended", IDS, ROUND_TRIPS_PER_OP, 1),
            faster("uncontended", OURS, REDISSON, 12),
            faster("uncontended", OURS, UNGUARDED, 1.15),
            new Goal("uncontended", OURS, UNGUARDED, CPU_US, Bound.AT_MOST, 0.9),
            faster("uncontended", IDS, OURS, 0.85),
            atMost("misses", OURS, COMMANDS_PER_OP, 2),
            atMost("misses", OURS, ROUND_TRIPS_PER_OP, 2),
            atMost("new-keys", OURS, ROUND_TRIPS_PER_OP, 1),
            atMost("wan-uncontended", OURS, ROUND_TRIPS_PER_OP, 1),
            faster("wan-uncontended", OURS, UNGUARDED, 1.5),
            faster("batch", BATCH, HINCRBY, 2),
            faster("batch", BATCH, "hincrby-pipelined", 0.3),
            atMost("batch", BATCH, CLIENT_CPU_US, 8),
            atMost("batch", BATCH, REDIS_CPU_US, 6));

    private static final List<Goal> ONE_JVM = List.of(
            atMost("spread", OURS, COMMANDS_PER_OP, 1),
            faster("spread", OURS, UNGUARDED, 1),
            atMost("spread", ADDS, COMMANDS_PER_OP, 1),
            atMost("spread", ADDS, ROUND_TRIPS_PER_OP, 1),
            faster("spread", ADDS, UNGUARDED, 1.25),
            faster("spread", ADDS, LUA, 0.7),
            faster("spread", ADDS, OURS, 0.95),
            atMost("spread64", OURS, COMMANDS_PER_OP, 1),
            faster("spread64", OURS, UNGUARDED, 1.5),
            atMost("hot", OURS, COMMANDS_PER_OP, 0.3),
            faster("hot", OURS, HINCRBY, 0.9),
            faster("hot", OURS, REDISSON, 30),
            faster("hot", IDS, OURS, 0.6),
            atMost("hot32", OURS, COMMANDS_PER_OP, 0.1),
            faster("hot32", OURS, HINCRBY, 1.5),
            faster("hot32", IDS, OURS, 0.6));

    private static final List<Goal> MORE_JVMS = List.of(
            atMost("hot-two-jvms", OURS, COMMANDS_PER_OP, 0.75),
            atMost("hot-two-jvms", OURS, WASTED_PER_OP, 1.15),
            faster("hot-two-jvms", OURS, REDISSON, 25),
            faster("hot-two-jvms", OURS, LUA, 0.5),
            new Goal("hot-two-jvms", OURS, REDISSON, Measure.P99_US, Bound.BELOW, 1),
            new Goal("hot-two-jvms", OURS, null, Measure.SLOWER_SHARE, Bound.AT_LEAST, 0.4),
            atMost("hot-two-jvms", ADDS, COMMANDS_PER_OP, 0.45),
            atMost("hot-two-jvms", ADDS, WASTED_PER_OP, 0),
            faster("hot-two-jvms", ADDS, LUA, 0.8),
            faster("hot-two-jvms", "storm-lock-adds-ids", ADDS, 0.7),
            atMost("hot8-two-jvms", OURS, COMMANDS_PER_OP, 0.4),
            faster("hot8-two-jvms", OURS, LUA, 0.8),
            faster("hot8-two-jvms", OURS, HINCRBY, 0.8),
            atMost("hot32-two-jvms", OURS, COMMANDS_PER_OP, 0.13),
            faster("hot32-two-jvms", OURS, LUA, 1.5),
            atMost("hot-four-jvms", OURS, COMMANDS_PER_OP, 1.1),
            atMost("hot-four-jvms", ADDS, COMMANDS_PER_OP, 0.45),
            faster("hot-four-jvms", ADDS, LUA, 1),
            atMost("ten-two-jvms", OURS, COMMANDS_PER_OP, 1.45),
            atMost("spread-two-jvms", OURS, COMMANDS_PER_OP, 1.55),
            faster("spread-two-jvms", OURS, UNGUARDED, 0.75),
            atMost("spread-two-jvms", ADDS, COMMANDS_PER_OP, 1),
            faster("spread-two-jvms", ADDS, UNGUARDED, 1.25),
            faster("spread-two-jvms", ADDS, LUA, 0.7),
            faster("spread-two-jvms", ADDS, OURS, 0.95),
            faster("wan-hot-two-jvms", OURS, REDISSON, 10),
            atMost("slow-beside-fast", OURS, ODD_WASTED_PER_OP, 1),
            new Goal("wakeup", OURS, REDISSON, Measure.P50_US, Bound.AT_MOST, 0.7));

    private static final List<Goal> SEVERAL_ENTRIES = List.of(
            atMost("transfer", TRANSFER, COMMANDS_PER_OP, 1),
            atMost("transfer", TRANSFER, ROUND_TRIPS_PER_OP, 1),
            atMost("transfer", TRANSFER_IDS, ROUND_TRIPS_PER_OP, 1),
            new Goal("transfer", TRANSFER, "lua-transfer", REDIS_CPU_US, Bound.AT_MOST, 3.5),
            new Goal("transfer", TRANSFER_IDS, "lua-transfer-ids", REDIS_CPU_US, Bound.AT_MOST, 3.5),
            faster("transfer", TRANSFER, REDISSON_TRANSFER, 7),
            atMost("transfer-misses", TRANSFER, ROUND_TRIPS_PER_OP, 2),
            faster("transfer-hot", TRANSFER, REDISSON_TRANSFER, 15),
            atMost("member", MEMBER, ROUND_TRIPS_PER_OP, 1),
            new Goal("member", MEMBER, "storm-lock-member-of-10", REDIS_CPU_US, Bound.AT_MOST, 1.2),
            faster("member", MEMBER, "storm-lock-member-of-10", 1 / 1.2));

    private static final List<Goal> STORM = List.of(
            atMost("storm", OURS, COMMANDS_PER_OP, 1),
            faster("storm", OURS, REDISSON, 12),
            faster("storm", OURS, HINCRBY, 1.3),
            faster("storm", OURS, NOTHING, 0.8),
            faster("access-log-1", OURS, UNGUARDED, 2),
            faster("access-log-4", OURS, UNGUARDED, 1.5),
            faster("access-log-8", OURS, UNGUARDED, 1.5),
            faster("access-log-64-pending", OURS, UNGUARDED, 1.2),
            faster("access-log-slow", OURS, NOTHING, 0.9),
            faster("parts-limits", OURS, "storm-lock-whole", 0.9),
            faster("parts-board", OURS, "storm-lock-whole", 0.9),
            faster("storm-slow", OURS, NOTHING, 0.95),
            new Goal("tuple-of-1000", "storm-lock-lines", null, Measure.OPS_PER_S, Bound.AT_LEAST, 100_000),
            new Goal("tuple-of-1000", "storm-lock-tuple", null, Measure.OPS_PER_S, Bound.AT_LEAST, 200_000));

    static final List<Goal> ALL = Stream.of(
                    ONE_THREAD,
                    ONE_JVM,
                    MORE_JVMS,
                    polled(5),
                    polled(20),
                    polled(100),
                    SEVERAL_ENTRIES,
                    STORM,
                    KindGoals.ALL)
            .flatMap(List::stream)
            .toList();

    private Goals() {}

    /** Returns the contenders that have to be measured in a scenario to judge all its goals. */
    public static List<String> contenders(String scenario) {
        return ALL.stream()
                .filter(goal -> goal.scenario().equals(scenario))
                .flatMap(Goal::contenders)
                .distinct()
                .toList();
    }

    /** Returns the goals of a foreign client: it waits 0.3 times its own sleep on average, and 5 times at most. */
    private static List<Goal> polled(int sleepMillis) {
        double micros = sleepMillis * 1_000.0;
        return List.of(
                atMost("polled-" + sleepMillis, OURS, ODD_MEAN_US, 0.3 * micros),
                atMost("polled-" + sleepMillis, OURS, ODD_MAX_US, 5 * micros));
    }
}
