package io.github.stormlock.benchmarks.scenario;

import java.time.Duration;
import java.util.List;

/** The works that show the cost of insight: by workers that count and tell what they do, and by workers that do not. */
public final class CostScenarios {
    public static final List<Scenario> ALL = List.of(
            cost("uncontended", Load.of(1, 1_000), "storm-lock"),
            cost("spread", Load.of(8, 1_000), "storm-lock"),
            cost("hot32", Load.of(32, 1), "storm-lock"),
            cost("batch", Load.of(1, 1_000).withBatch(64), "storm-lock-batch"),
            new Scenario(
                    "storm",
                    Scenario.Kind.STORM,
                    Scenarios.bolts(Duration.ZERO),
                    "storm-lock-silent",
                    List.of("storm-lock", "storm-lock-silent")));

    private CostScenarios() {}

    private static Scenario cost(String name, Load load, String contender) {
        String silent = contender + "-silent";
        return new Scenario(name, Scenario.Kind.UPDATES, load, silent, List.of(contender, silent));
    }
}
