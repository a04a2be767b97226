package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
class BenchmarkTopologiesTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    private static final List<String> GUARDED = List.of("storm-lock", "hincrby", "nothing");

    /** One of each kind of bolt; the other contenders lose nothing without Storm either, which is tested there. */
    private static final Scenario STORM = Scenarios.named("storm")
            .orElseThrow()
            .with(Stream.concat(GUARDED.stream(), Stream.of("unguarded")).toList());

    /** All contenders share one local cluster, because it takes seconds to start. */
    @Test
    void boltsLoseNoUpdateOfAnAccessLogUnlessTheyAreUnguarded() throws Exception {
        Map<String, ContenderFigures> figures =
                RUNS.all(STORM).stream().collect(Collectors.toMap(ContenderFigures::name, Function.identity()));

        assertThat(figures).containsOnlyKeys(STORM.contenders());
        assertThat(figures.get("unguarded").lost()).isPositive();
        for (String guarded : GUARDED) {
            assertThat(figures.get(guarded).lost()).as(guarded).isZero();
            assertThat(figures.get(guarded).of(Measure.OPS_PER_S)).as(guarded).isPositive();
        }
        // A connection that is made while it is measured asks for its name and version, too.
        assertThat(figures.get("hincrby").of(Measure.COMMANDS_PER_OP)).isBetween(1.0, 1.05);
        assertThat(figures.get("nothing").of(Measure.COMMANDS_PER_OP)).isZero();
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"tuple-of-1000", "parts-limits", "parts-board"})
    void tuplesLoseNone(String scenario) throws Exception {
        assertThat(RUNS.all(Scenarios.named(scenario).orElseThrow())).allSatisfy(figures -> {
            assertThat(figures.lost()).as(figures.name()).isZero();
            assertThat(figures.of(Measure.OPS_PER_S)).as(figures.name()).isPositive();
        });
    }

    @Tag("long")
    @Test
    void slowBoltsAreBoundByTheirSleep() throws Exception {
        ContenderFigures figures = RUNS.of(Scenarios.named("storm-slow").orElseThrow(), "nothing");

        assertThat(figures.of(Measure.OPS_PER_S)).isLessThanOrEqualTo(8_000);
    }
}
