package io.github.stormlock.benchmarks;

import io.github.stormlock.benchmarks.report.BenchmarksReport;
import io.github.stormlock.benchmarks.report.Measured;
import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.work.LoadGenerators;
import io.github.stormlock.benchmarks.work.RunResult;
import io.github.stormlock.benchmarks.work.ScenarioRuns;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs scenarios against one Redis. In every round each contender runs once, in an order drawn anew. */
final class Bench {
    private final RedisServer redis;
    private final BenchPlan plan;
    private final BenchmarksProgress progress;
    private final Random random;

    Bench(RedisServer redis, BenchPlan plan, PrintStream out, long seed) {
        this.redis = redis;
        this.plan = plan;
        this.progress = new BenchmarksProgress(out);
        this.random = new Random(seed);
    }

    /** Receives all that was measured so far, after each scenario, because a later scenario may fail. */
    interface Keep {
        void keep(BenchmarksReport soFar) throws IOException;
    }

    BenchmarksReport run(List<Scenario> scenarios, Keep keep) throws Exception {
        progress.begin(scenarios, plan);
        List<Measured> measured = new ArrayList<>();
        try (LoadGenerators loads = new LoadGenerators()) {
            for (Scenario scenario : scenarios) {
                measured.add(Measured.of(scenario.name(), scenario.reference(), measure(scenario, loads)));
                keep.keep(BenchmarksReport.of(machine(), measured));
            }
        }
        return BenchmarksReport.of(machine(), measured);
    }

    private Map<String, List<RunResult>> measure(Scenario scenario, LoadGenerators loads) throws Exception {
        Map<String, List<RunResult>> results = new LinkedHashMap<>();
        scenario.contenders().forEach(name -> results.put(name, new ArrayList<>()));
        try (ScenarioRuns stage = new ScenarioRuns(scenario, redis, loads)) {
            for (int round = 1; round <= plan.rounds(); round++) {
                List<String> order = new ArrayList<>(scenario.contenders());
                Collections.shuffle(order, random);
                for (String name : order) {
                    RunResult result = stage.run(name, plan);
                    results.getOrDefault(name, List.of()).add(result);
                    progress.ran(scenario, round, name, result);
                }
            }
        }
        return results;
    }

    private BenchmarksReport.Machine machine() {
        return new BenchmarksReport.Machine(
                Runtime.getRuntime().availableProcessors(), System.getProperty("java.version", "?"), redis.version());
    }
}
