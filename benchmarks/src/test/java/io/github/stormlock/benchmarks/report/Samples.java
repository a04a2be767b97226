package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.RunResult;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Made-up runs. Each is the only one of its round, with one call. */
final class Samples {
    static final BenchmarksReport.Machine MACHINE = new BenchmarksReport.Machine(2, "17", "7.0");
    private static final double COMMANDS = 2.5;

    private final Map<String, List<RunResult>> runs = new LinkedHashMap<>();

    static Samples of() {
        return new Samples();
    }

    /** Adds a contender with these rates, one for each round. */
    Samples rates(String contender, double... opsPerSecond) {
        return runs(
                contender,
                Arrays.stream(opsPerSecond).mapToObj(ops -> run(ops, 4, 0)).toList());
    }

    Samples latencies(String contender, int micros) {
        return runs(contender, List.of(new RunResult(call(micros), 0, Map.of())));
    }

    Samples lost(String contender, long lost) {
        return runs(contender, List.of(run(10.5, 4, lost)));
    }

    Samples runs(String contender, List<RunResult> results) {
        runs.put(contender, results);
        return this;
    }

    static RunResult run(double opsPerSecond, int micros, long lost) {
        return new RunResult(call(micros), lost, rates(opsPerSecond, COMMANDS));
    }

    static Map<Measure, Double> rates(double opsPerSecond, double commands) {
        return new EnumMap<>(Map.of(
                Measure.OPS_PER_S,
                opsPerSecond,
                Measure.COMMANDS_PER_OP,
                commands,
                Measure.ROUND_TRIPS_PER_OP,
                2.0,
                Measure.CLIENT_CPU_US,
                30.25,
                Measure.REDIS_CPU_US,
                20.5,
                Measure.CPU_US,
                50.75,
                Measure.SCRIPT_US,
                12.5,
                Measure.WASTED_PER_OP,
                0.0));
    }

    static Histogram call(int micros) {
        Histogram nanos = new Histogram(3);
        nanos.recordValue(micros * 1_000L);
        return nanos;
    }

    Measured as(String scenario, String reference) {
        return Measured.of(scenario, reference, runs);
    }

    BenchmarksReport report(String scenario, String reference) {
        return BenchmarksReport.of(MACHINE, List.of(as(scenario, reference)));
    }
}
