package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
class TimedKindsTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    /** In so short a run what the JVM sends by itself is more than nothing for each cycle, and less than half a command. */
    @ParameterizedTest
    @CsvSource({"mutex, 2", "fair, 2", "write, 2", "read, 2", "permits, 2", "multi, 2"})
    void aCycleOfOneThreadIsSoManyCommands(String kind, double trips) throws Exception {
        ContenderFigures figures = RUNS.of(named("lock-" + kind), "storm-lock-" + kind);

        assertThat(figures.of(Measure.COMMANDS_PER_OP)).isCloseTo(trips, within(0.45));
        assertThat(figures.of(Measure.ROUND_TRIPS_PER_OP)).isCloseTo(trips, within(0.45));
        assertThat(figures.of(Measure.SCRIPT_US)).isPositive();
    }

    /** A holder too many ends the run. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"mutex", "fair", "write", "read", "permits", "multi"})
    void manyThreadsShareOneLock(String kind) throws Exception {
        List<ContenderFigures> all = RUNS.all(named("lock-" + kind + "-hot"));

        assertThat(all).allSatisfy(figures -> assertThat(figures.of(Measure.OPS_PER_S))
                .as(figures.name())
                .isPositive());
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"mutex", "fair", "write", "read", "permits", "multi"})
    void aLockGoesFromOneJvmToAnother(String kind) throws Exception {
        wasHandedOver(RUNS.of(named("lock-" + kind + "-wakeup"), "storm-lock-" + kind));
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "redisson", "spring-pubsub", "spring-spin"})
    void anEntryGoesFromOneJvmToAnother(String contender) throws Exception {
        wasHandedOver(RUNS.of(named("wakeup"), contender));
    }

    /** One kind stands for all: each contender takes a while, and their ways to wait differ little between kinds. */
    @Tag("long")
    @Test
    void everyContenderHandsItsLockOver() throws Exception {
        assertThat(RUNS.all(named("lock-permits-wakeup"))).allSatisfy(TimedKindsTest::wasHandedOver);
    }

    private static void wasHandedOver(ContenderFigures figures) {
        assertThat(figures.lost()).as(figures.name()).isZero();
        assertThat(figures.of(Measure.P50_US)).as(figures.name()).isPositive();
        assertThat(figures.of(Measure.P99_US)).as(figures.name()).isGreaterThanOrEqualTo(figures.of(Measure.P50_US));
        assertThat(figures.of(Measure.OPS_PER_S)).as(figures.name()).isNull();
    }

    private static Scenario named(String name) {
        return Scenarios.named(name).orElseThrow();
    }
}
