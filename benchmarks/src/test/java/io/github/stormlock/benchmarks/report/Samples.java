package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.RunResult;
import java.util.Arrays;
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
        return runs(contender, List.of(new RunResult(call(micros), 0, null, null, null)));
    }

    Samples lost(String contender, long lost) {
        return runs(contender, List.of(run(10.5, 4, lost)));
    }

    Samples runs(String contender, List<RunResult> results) {
        runs.put(contender, results);
        return this;
    }

    static RunResult run(double opsPerSecond, int micros, long lost) {
        return new RunResult(call(micros), lost, rates(opsPerSecond, COMMANDS, null), null, null);
    }

    static RunResult.Rates rates(double opsPerSecond, double commands, Double slowerShare) {
        return new RunResult.Rates(opsPerSecond, commands, 2, 30.25, 20.5, 12.5, 0.0, slowerShare);
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
