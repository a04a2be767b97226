package io.github.stormlock.benchmarks.cost;

import io.github.stormlock.benchmarks.scenario.CostScenarios;
import io.github.stormlock.benchmarks.scenario.Scenario;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code cost}. Exit status 1: more than a hundredth, or not known well enough. */
@Command(
        name = "cost",
        description = {
            "Shows what it costs that workers count and tell what they do.",
            "Two workers live side by side, one that tells and one that is silent, and work in turns for a tenth of a second"
                    + " each.",
            "The JVM is kept on one processor and its servers on another, where taskset is found.",
            "Ratios are of means over all pairs, with their interval of 95 %%: processor time of threads and bytes for each update,"
                    + " and updates a second. It goes on until the interval of processor time is no wider than 0.02."
        },
        mixinStandardHelpOptions = true)
public final class CostCommand implements Callable<Integer> {
    private static final int PAIRS_BETWEEN_LINES = 100;

    private final PrintStream out;

    @Option(names = "--only", paramLabel = "SCENARIO", description = "one of uncontended, spread, hot32, batch, storm")
    private List<String> only = List.of();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "4000",
            description = "the most pairs for each scenario, 30 or more")
    private int pairs;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            defaultValue = "15",
            description = "the seconds before the first pair of each scenario")
    private int warmUp;

    @Option(
            names = "--watched",
            description =
                    "locks top looks meanwhile, so that the worker reports each second; two hundredths are low enough then")
    private boolean watched;

    @Option(names = "--control", description = "two silent workers: shows what the machine makes of no difference")
    private boolean control;

    public CostCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        boolean low = true;
        for (Scenario scenario : chosen()) {
            InsightCost cost = measure(scenario);
            out.print(cost.inWords(scenario.name()));
            out.flush();
            low &= cost.isLowEnough();
        }
        return low ? 0 : 1;
    }

    private InsightCost measure(Scenario scenario) throws Exception {
        InsightCost cost = new InsightCost(watched);
        String silent = scenario.reference();
        String telling = control ? silent : scenario.contenders().get(0);
        try (PairedWork work = new PairedWork(scenario, telling, silent, watched);
                Processors apart = Processors.keepApart()) {
            if (!apart.areApart()) {
                out.println("client and servers share processors, so more pairs are needed: taskset is missing");
            }
            work.run(Duration.ofSeconds(warmUp), pair -> {
                cost.add(pair);
                if (cost.pairs() % PAIRS_BETWEEN_LINES == 0) {
                    out.printf(
                            Locale.ROOT,
                            "%-12s %d pairs: CPU %.4f, interval %.4f wide%n",
                            scenario.name(),
                            cost.pairs(),
                            cost.cpu().ratio(),
                            cost.cpu().width());
                    out.flush();
                }
                return cost.pairs() < pairs && !cost.isKnown();
            });
        }
        return cost;
    }

    private List<Scenario> chosen() {
        List<Scenario> found = CostScenarios.ALL.stream()
                .filter(scenario -> only.isEmpty() || only.contains(scenario.name()))
                .toList();
        if (pairs < 30 || warmUp < 0 || found.size() < only.size() || found.isEmpty()) {
            throw new CommandLine.ParameterException(
                    new CommandLine(this),
                    "give scenarios of "
                            + CostScenarios.ALL.stream().map(Scenario::name).toList()
                            + ", 30 pairs or more, and no negative time to warm up");
        }
        return found;
    }
}
