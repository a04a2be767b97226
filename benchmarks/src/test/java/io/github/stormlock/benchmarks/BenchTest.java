package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.report.BenchmarksReport;
import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.report.Measured;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Load;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("server")
@Tag("daily")
class BenchTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    @Test
    void whatWasMeasuredIsKeptAfterEachScenario() throws Exception {
        List<List<String>> kept = new ArrayList<>();

        BenchmarksReport all = RUNS.report(
                List.of(scenario("first", false), scenario("second", false)),
                soFar -> kept.add(soFar.scenarios().stream().map(Measured::name).toList()));

        assertThat(kept).containsExactly(List.of("first"), List.of("first", "second"));
        assertThat(all.scenarios()).hasSize(2);
    }

    @Test
    void aDelayIsAddedToEachRoundTrip() throws Exception {
        ContenderFigures far = RUNS.of(scenario("far", true), "hincrby");

        // The delay adds half a millisecond to a round trip of less than 100 us. The time is not compared with a run
        // without
        // the delay, because a busy machine may slow that run down more.
        assertThat(far.of(Measure.P50_US)).isGreaterThan(350);
    }

    @Test
    void eachContenderIsComparedWithTheReference() throws Exception {
        List<ContenderFigures> figures = RUNS.all(scenario("near", false).with(List.of("hincrby", "unguarded")));

        assertThat(figures.get(0).ratio().median()).isPositive();
        assertThat(figures.get(1).ratio().median()).isEqualTo(1);
    }

    @Test
    void processorTimeOfClientAndServerIsToldForEachUpdate() throws Exception {
        ContenderFigures figures = RUNS.of(scenario("near", false), "unguarded");

        assertThat(figures.of(Measure.CLIENT_CPU_US)).isPositive();
        assertThat(figures.of(Measure.REDIS_CPU_US)).isPositive();
        assertThat(figures.of(Measure.CPU_US))
                .isCloseTo(
                        figures.of(Measure.CLIENT_CPU_US) + figures.of(Measure.REDIS_CPU_US),
                        org.assertj.core.data.Offset.offset(0.01));
    }

    @Test
    void processorTimeOfOtherJvmsIsTheirs() throws Exception {
        assertThat(RUNS.of(TinyRuns.updates(2, 1, 1), "hincrby").of(Measure.CLIENT_CPU_US))
                .isPositive();
    }

    private static Scenario scenario(String name, boolean far) {
        UpdatingJvm jvm = new UpdatingJvm(1, 1, Duration.ZERO, far);
        Load load = new Load(List.of(jvm), 10, 1, EntryChoice.AT_RANDOM, Duration.ZERO);
        return new Scenario(name, Scenario.Kind.UPDATES, load, "unguarded", List.of("hincrby"));
    }
}
