package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("server")
@Tag("long")
class AccessLogLoadTest {
    private static final List<Measure> OF_BOLTS =
            List.of(Measure.SITE_HITS_P99_US, Measure.HIT_COUNTS_P99_US, Measure.VISITOR_SESSIONS_P99_US);

    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    /** All contenders share one local cluster, because it takes seconds to start. */
    @Test
    void theSampleLosesNoLineAndTellsItsFigures() throws Exception {
        List<ContenderFigures> all = RUNS.all(named("access-log-1"));

        assertThat(all).extracting(ContenderFigures::name).containsExactly("storm-lock", "unguarded", "nothing");
        assertThat(all).allSatisfy(figures -> {
            assertThat(figures.of(Measure.LINES_PER_S)).isPositive();
            assertThat(figures.of(Measure.OPS_PER_S) / figures.of(Measure.LINES_PER_S))
                    .isBetween(4.99, 5.01);
            assertThat(OF_BOLTS)
                    .allSatisfy(measure -> assertThat(figures.of(measure)).isNotNull());
        });
        ContenderFigures guarded = all.get(0);
        assertThat(guarded.lost()).isZero();
        assertThat(guarded.of(Measure.SCRIPTS_PER_OP)).isBetween(0.001, 1.0);
        assertThat(guarded.of(Measure.UPDATES_PER_GROUP)).isGreaterThan(1);
        assertThat(guarded.of(Measure.THREADS)).isPositive();
        assertThat(all.get(2).of(Measure.UPDATES_PER_GROUP)).isNull();
    }

    @Test
    void twoWorkersCountTheirLinesInTheSameEntries() throws Exception {
        ContenderFigures figures = RUNS.of(named("access-log-two-workers"), "storm-lock");

        assertThat(figures.lost()).isZero();
        // Half a second may pass without a line of a worker that has just begun.
        assertThat(figures.of(Measure.SLOWER_SHARE)).isNotNull();
        assertThat(figures.of(Measure.UPDATES_PER_GROUP)).isGreaterThan(1);
    }

    @Test
    void aSlowBoltIsBoundByItsSleep() throws Exception {
        List<ContenderFigures> all = RUNS.all(named("access-log-slow"));

        assertThat(all).allSatisfy(figures -> {
            assertThat(figures.lost()).as(figures.name()).isZero();
            assertThat(figures.of(Measure.LINES_PER_S)).as(figures.name()).isLessThan(4_100);
        });
    }

    private static Scenario named(String name) {
        return Scenarios.named(name).orElseThrow();
    }
}
