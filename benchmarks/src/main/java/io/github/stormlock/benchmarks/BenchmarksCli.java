package io.github.stormlock.benchmarks;

import io.github.stormlock.benchmarks.report.BenchmarksReport;
import io.github.stormlock.benchmarks.report.Charts;
import io.github.stormlock.benchmarks.report.Goals;
import io.github.stormlock.benchmarks.report.ResultsPage;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code scripts/bench}. Exit status: 0, 1 if a run failed or lost an update, 2 for a bad option. */
@Command(
        name = "scripts/bench",
        resourceBundle = "io.github.stormlock.benchmarks.options",
        mixinStandardHelpOptions = true)
final class BenchmarksCli implements Callable<Integer> {
    private final PrintStream out;
    private final Path charts;

    @Option(names = "--quick")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE")
    private @Nullable Path json;

    @Option(names = "--only", paramLabel = "SCENARIO")
    private List<String> only = List.of();

    @Option(names = "--rounds", paramLabel = "N")
    private @Nullable Integer rounds;

    @Option(names = "--seconds", paramLabel = "S")
    private @Nullable Double seconds;

    BenchmarksCli(PrintStream out, Path charts) {
        this.out = out;
        this.charts = charts;
    }

    static int run(PrintStream out, PrintStream err, Path charts, String... arguments) {
        CommandLine line = new CommandLine(new BenchmarksCli(out, charts));
        line.setParameterExceptionHandler((problem, given) -> {
            err.println("scripts/bench: " + String.valueOf(problem.getMessage()).replace('\n', ' '));
            return 2;
        });
        line.setExecutionExceptionHandler((failure, command, result) -> {
            err.println("scripts/bench: the run failed: " + failure);
            for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
                err.println("  because of " + cause);
            }
            return 1;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        List<Scenario> chosen = chosen();
        BenchPlan plan = plan();
        long seed = System.nanoTime();
        out.println("order drawn with seed " + seed);
        try (RedisServer redis = RedisServer.start()) {
            BenchmarksReport report = new Bench(redis, plan, out, seed).run(chosen, this::keep);
            out.print(ResultsPage.tables(report));
            if (!quick && only.isEmpty()) {
                ResultsPage.write(report, plan, charts);
            }
            out.println(report.isBroken() ? "an update was LOST" : "no update lost where none may be");
            return report.isBroken() ? 1 : 0;
        }
    }

    private BenchPlan plan() {
        BenchPlan plan = quick ? BenchPlan.QUICK : BenchPlan.FULL;
        if (rounds != null) {
            plan = plan.withRounds(checked("--rounds", rounds, 1, 100).intValue());
        }
        return seconds == null ? plan : plan.withSeconds(checked("--seconds", seconds, 0.2, 600));
    }

    private Double checked(String option, double given, double least, double most) {
        if (given >= least && given <= most) {
            return given;
        }
        throw new CommandLine.ParameterException(
                new CommandLine(this),
                String.format(Locale.ROOT, "%s is %s: from %s to %s are possible", option, given, least, most));
    }

    private void keep(BenchmarksReport soFar) throws IOException {
        if (json != null) {
            soFar.write(json);
        }
        if (!quick) {
            Charts.draw(soFar, charts);
        }
    }

    private List<Scenario> chosen() {
        List<Scenario> named = only.isEmpty()
                ? Scenarios.ALL
                : only.stream().flatMap(this::named).distinct().toList();
        return quick ? named.stream().map(this::quick).flatMap(Optional::stream).toList() : named;
    }

    private Stream<Scenario> named(String name) {
        List<Scenario> found = Scenarios.matching(name);
        if (found.isEmpty()) {
            throw new CommandLine.ParameterException(
                    new CommandLine(this), "there is no scenario " + name + ": one of " + Scenarios.names());
        }
        return found.stream();
    }

    /**
     * Returns the scenario with the contenders that its goals compare. Without goals, and for a kind of locks, it is measured
     * only if it was asked for.
     */
    private Optional<Scenario> quick(Scenario scenario) {
        List<String> compared = Goals.contenders(scenario.name());
        if (compared.isEmpty() || (scenario.isOfAKind() && only.isEmpty())) {
            return only.isEmpty() ? Optional.empty() : Optional.of(scenario);
        }
        return Optional.of(scenario.comparing(compared));
    }
}
