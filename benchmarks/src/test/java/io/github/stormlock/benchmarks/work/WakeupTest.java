package io.github.stormlock.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.TinyRuns;
import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import io.github.stormlock.benchmarks.work.load.Measure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
class WakeupTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    private static final Scenario WAKEUP = Scenarios.named("wakeup").orElseThrow();

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "redisson", "spring-pubsub", "spring-spin"})
    void aReleaseInOneJvmIsAGrantInTheOther(String contender) throws Exception {
        ContenderFigures figures = RUNS.of(WAKEUP, contender);

        assertThat(figures.lost()).isZero();
        assertThat(figures.of(Measure.P50_US)).isPositive();
        assertThat(figures.of(Measure.P99_US)).isGreaterThanOrEqualTo(figures.of(Measure.P50_US));
        assertThat(figures.of(Measure.OPS_PER_S)).isNull();
    }
}
