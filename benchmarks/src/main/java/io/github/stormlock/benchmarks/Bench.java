package io.github.stormlock.benchmarks;

import io.github.stormlock.test.RedisServer;
import java.io.PrintStream;
import java.time.Duration;
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

    Report run(List<Scenario> scenarios) throws Exception {
        List<Report.Measured> measured = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            measured.add(new Report.Measured(scenario.name(), measure(scenario)));
        }
        return new Report(machine(), measured);
    }

    private List<Figures> measure(Scenario scenario) throws Exception {
        List<String> names = plan.quick() ? scenario.quick() : scenario.contenders();
        Duration delay = scenario.isDelayed() ? Link.calibrated(redis) : Duration.ZERO;
        if (scenario.isDelayed()) {
            tellDelay(scenario, delay);
        }
        Map<String, List<RunResult>> results = new LinkedHashMap<>();
        for (int round = 1; round <= plan.rounds(); round++) {
            List<String> order = new ArrayList<>(names);
            Collections.shuffle(order, random);
            for (String name : order) {
                RunResult result = once(scenario, name, delay);
                results.computeIfAbsent(name, any -> new ArrayList<>()).add(result);
                tell(scenario, round, name, result);
            }
        }
        return names.stream()
                .map(name -> Figures.of(name, results.getOrDefault(name, List.of()), scenario.jvms() > 1))
                .toList();
    }

    private RunResult once(Scenario scenario, String name, Duration delay) throws Exception {
        try (ServerView server = new ServerView(redis.host(), redis.port())) {
            server.clear();
            try (Link link = new Link(redis, delay);
                    Crew crew = crew(scenario, name, link)) {
                return new Run(scenario, crew, server).measure(plan);
            }
        }
    }

    private static Crew crew(Scenario scenario, String name, Link link) throws Exception {
        if (scenario.jvms() > 1) {
            return new Jvms(scenario.jvms(), scenario, name, link.host(), link.port());
        }
        Contender contender = Contenders.start(name, link.host(), link.port(), scenario.threads());
        return new Threads(contender, scenario.threads(), scenario.entries(), scenario.batch(), 0);
    }

    private void tellDelay(Scenario scenario, Duration delay) {
        try (Link link = new Link(redis, delay)) {
            progress.printf(Locale.ROOT, "%s: the proxy adds %.0f us to a PING%n", scenario.name(), link.addedMicros());
        }
    }

    private void tell(Scenario scenario, int round, String name, RunResult result) {
        String verdict = result.lost() == 0 ? "no update lost" : result.lost() + " updates LOST";
        progress.printf(
                Locale.ROOT,
                "%-16s round %d of %d  %-18s %,10.0f ops/s  %s%n",
                scenario.name(),
                round,
                plan.rounds(),
                name,
                result.opsPerSecond(),
                verdict);
    }

    private Report.Machine machine() {
        return new Report.Machine(
                Runtime.getRuntime().availableProcessors(), System.getProperty("java.version", "?"), redis.version());
    }
}
