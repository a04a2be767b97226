package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Load;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the works other than plain updates of random entries. */
@Tag("server")
@Tag("daily")
class LoadTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    private static final UpdatingJvm TWO_THREADS = new UpdatingJvm(2, 1, Duration.ZERO, false);
    private static final UpdatingJvm SLOW = new UpdatingJvm(1, 1, Duration.ofMillis(2), false);
    private static final UpdatingJvm TWO_CLIENTS = new UpdatingJvm(1, 2, Duration.ZERO, false);

    @Test
    void eachUpdateOfNewKeysHasAnEntryOfItsOwn() throws Exception {
        ContenderFigures figures = RUNS.of(load(EntryChoice.NEW, Duration.ZERO, TWO_THREADS), "unguarded");

        assertThat(figures.lost()).isZero();
    }

    @Test
    void whatAClientRemembersIsNeverWhatStandsWhereTwoTakeTurns() throws Exception {
        ContenderFigures figures = RUNS.of(load(EntryChoice.IN_TURN, Duration.ZERO, TWO_CLIENTS), "storm-lock");

        assertThat(figures.of(Measure.WASTED_PER_OP)).isCloseTo(1, within(0.1));
        assertThat(figures.of(Measure.COMMANDS_PER_OP)).isCloseTo(2, within(0.45));
        assertThat(figures.lost()).isZero();
    }

    @Test
    void aSlowJvmHasFiguresOfItsOwn() throws Exception {
        ContenderFigures figures = RUNS.of(load(EntryChoice.AT_RANDOM, Duration.ZERO, TWO_THREADS, SLOW), "storm-lock");

        assertThat(figures.of(Measure.ODD_OPS_PER_S)).isBetween(0.0, 500.0);
        assertThat(figures.of(Measure.SLOWER_SHARE)).isNull();
        assertThat(figures.lost()).isZero();
    }

    @Test
    void aForeignClientExcludesOthersAndWaits() throws Exception {
        ContenderFigures figures =
                RUNS.of(load(EntryChoice.AT_RANDOM, Duration.ofMillis(5), TWO_THREADS), "storm-lock");

        assertThat(figures.of(Measure.ODD_MAX_US)).isGreaterThanOrEqualTo(figures.of(Measure.ODD_MEAN_US));
        assertThat(figures.lost()).isZero();
    }

    private static Scenario load(EntryChoice keys, Duration poll, UpdatingJvm... jvms) {
        return TinyRuns.updates(new Load(List.of(jvms), 1, 1, keys, poll));
    }
}
