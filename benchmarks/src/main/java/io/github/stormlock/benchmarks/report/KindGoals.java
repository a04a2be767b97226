package io.github.stormlock.benchmarks.report;

import static io.github.stormlock.benchmarks.report.Goal.atMost;
import static io.github.stormlock.benchmarks.report.Goal.faster;
import static io.github.stormlock.benchmarks.work.load.Measure.COMMANDS_PER_OP;
import static io.github.stormlock.benchmarks.work.load.Measure.CPU_US;
import static io.github.stormlock.benchmarks.work.load.Measure.P99_US;
import static io.github.stormlock.benchmarks.work.load.Measure.ROUND_TRIPS_PER_OP;
import static io.github.stormlock.benchmarks.work.load.Measure.SCRIPT_US;

import java.util.List;
import java.util.stream.Stream;

/** The figures that the kinds of locks are to reach. */
final class KindGoals {
    private static final double LONGEST_WAKEUP_MICROS = 2_000;
    private static final double HALF = 0.5;

    /** All of them. A further kind is one more line. */
    static final List<Goal> ALL = Stream.of(
                    kind("mutex", 2, 10.5, 4, 15, 15),
                    kind("fair", 2, 10.8, 5, 15, 5),
                    kind("write", 2, 10.5, 4, 15, 15),
                    kind("read", 2, 22.1, 3, 2, 2),
                    kind("permits", 2, 22, 3, 2, 2),
                    kind("multi", 2, 24.3, 7, 15, 15))
            .flatMap(List::stream)
            .toList();

    private KindGoals() {}

    /**
     * Returns the goals of one kind.
     *
     * @param trips the round trips of a cycle, each of one command
     * @param micros the time of its scripts in Redis
     * @param alone how often Redisson's rate one thread makes
     * @param hot the same of many threads of one JVM
     * @param shared the same of many threads of two JVMs
     */
    private static List<Goal> kind(String label, int trips, double micros, double alone, double hot, double shared) {
        String scenario = "lock-" + label;
        String ours = "storm-lock-" + label;
        String theirs = "redisson-" + label;
        return List.of(
                atMost(scenario, ours, COMMANDS_PER_OP, trips),
                atMost(scenario, ours, ROUND_TRIPS_PER_OP, trips),
                atMost(scenario, ours, SCRIPT_US, micros),
                new Goal(scenario, ours, theirs, CPU_US, Bound.AT_MOST, HALF),
                atMost(scenario + "-wakeup", ours, P99_US, LONGEST_WAKEUP_MICROS),
                faster(scenario, ours, theirs, alone),
                faster(scenario + "-hot", ours, theirs, hot),
                faster(scenario + "-two-jvms", ours, theirs, shared));
    }
}
