package io.github.stormlock.benchmarks;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.RunResult;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Prints how far a benchmark is, with one line for each run. Used by one thread. */
final class BenchmarksProgress {
    private final PrintStream out;
    private long begun;
    private int runs;
    private int rounds;
    private int done;

    BenchmarksProgress(PrintStream out) {
        this.out = out;
    }

    void begin(List<Scenario> scenarios, BenchPlan plan) {
        begun = System.nanoTime();
        done = 0;
        rounds = plan.rounds();
        runs = rounds
                * scenarios.stream()
                        .mapToInt(scenario -> scenario.contenders().size())
                        .sum();
        out.printf(Locale.ROOT, "%d scenarios, %d runs: %s%n", scenarios.size(), runs, plan.inWords());
        out.flush();
    }

    void ran(Scenario scenario, int round, String contender, RunResult result) {
        done++;
        Duration passed = Duration.ofNanos(System.nanoTime() - begun);
        out.printf(
                Locale.ROOT,
                "%3d:%02d  run %d of %d  %-16s round %d of %d  %-19s %s  %s%n",
                passed.toMinutes(),
                passed.toSecondsPart(),
                done,
                runs,
                scenario.name(),
                round,
                rounds,
                contender,
                outcome(result),
                result.lost() == 0 ? "no update lost" : result.lost() + " updates LOST");
        out.flush();
    }

    private static String outcome(RunResult result) {
        Double rate = result.figures().get(Measure.OPS_PER_S);
        return rate == null
                ? String.format(Locale.ROOT, "%,10.0f us", result.figures().get(Measure.P50_US))
                : String.format(Locale.ROOT, "%,10.0f ops/s", rate);
    }
}
