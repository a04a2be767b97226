package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopologyTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    private static final Scenario STORM = Scenarios.named("storm").orElseThrow();

    /** One local cluster for all: it takes seconds to start. */
    @Test
    void boltsLoseNoUpdateOfAnAccessLogUnlessTheyAreUnguarded() throws Exception {
        Map<String, Figures> figures =
                RUNS.all(STORM).stream().collect(Collectors.toMap(Figures::name, Function.identity()));

        assertThat(figures).containsOnlyKeys(STORM.contenders());
        assertThat(figures.get("unguarded").lost()).isPositive();
        for (String guarded : List.of("storm-lock", "storm-lock-batch", "redisson", "hincrby")) {
            assertThat(figures.get(guarded).lost()).as(guarded).isZero();
            assertThat(figures.get(guarded).opsPerSecond()).as(guarded).isPositive();
        }
        assertThat(figures.get("hincrby").commandsPerOp()).isEqualTo(1);
    }
}
