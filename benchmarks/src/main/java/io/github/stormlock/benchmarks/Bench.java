package io.github.stormlock.benchmarks;

import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Runs scenarios against one Redis: in every round each contender once, in an order drawn anew. */
final class Bench {
    private final RedisServer redis;
    private final Plan plan;
    private final PrintStream progress;
    private final Random random;

    Bench(RedisServer redis, Plan plan, PrintStream progress, long seed) {
        this.redis = redis;
        this.plan = plan;
        this.progress = progress;
        this.random = new Random(seed);
    }

    /** What to do with all that was measured so far, after each scenario: what comes later may fail. */
    interface Keep {
        void keep(Report soFar) throws IOException;
    }

    Report run(List<Scenario> scenarios, Keep keep) throws Exception {
        List<Report.Measured> measured = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            measured.add(new Report.Measured(scenario.name(), measure(scenario)));
            keep.keep(Report.of(machine(), List.copyOf(measured)));
        }
        return Report.of(machine(), measured);
    }

    private List<Figures> measure(Scenario scenario) throws Exception {
        Map<String, List<RunResult>> results = new LinkedHashMap<>();
        scenario.contenders().forEach(name -> results.put(name, new ArrayList<>()));
        try (Stage stage = new Stage(scenario, redis)) {
            if (scenario.isDelayed()) {
                tellDelay(scenario, stage.addedMicros());
            }
            for (int round = 1; round <= plan.rounds(); round++) {
                List<String> order = new ArrayList<>(scenario.contenders());
                Collections.shuffle(order, random);
                for (String name : order) {
                    RunResult result = stage.run(name, plan);
                    results.getOrDefault(name, List.of()).add(result);
                    tell(scenario, round, name, result);
                }
            }
        }
        return results.entrySet().stream()
                .map(one -> Figures.of(one.getKey(), one.getValue(), scenario.jvms() > 1))
                .toList();
    }

    private void tellDelay(Scenario scenario, double micros) {
        progress.printf(Locale.ROOT, "%s: the proxy adds %.0f us to a PING%n", scenario.name(), micros);
    }

    private void tell(Scenario scenario, int round, String name, RunResult result) {
        progress.printf(
                Locale.ROOT,
                "%-16s round %d of %d  %-18s %s  %s%n",
                scenario.name(),
                round,
                plan.rounds(),
                name,
                outcome(result),
                result.lost() == 0 ? "no update lost" : result.lost() + " updates LOST");
        progress.flush();
    }

    private static String outcome(RunResult result) {
        RunResult.Rates rates = result.rates();
        return rates == null
                ? String.format(Locale.ROOT, "%,10.0f us", result.nanos().getValueAtPercentile(50) / 1e3)
                : String.format(Locale.ROOT, "%,10.0f ops/s", rates.opsPerSecond());
    }

    private Report.Machine machine() {
        return new Report.Machine(
                Runtime.getRuntime().availableProcessors(), System.getProperty("java.version", "?"), redis.version());
    }
}
