package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
class LostUpdateTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    @Test
    void lossOfUnguardedContendedUpdatesIsSeen() throws Exception {
        // In so short a run the threads of a busy machine may not meet.
        for (int run = 0; RUNS.of("unguarded", 8, 1).lost() == 0; run++) {
            assertThat(run).isLessThan(20);
        }
    }

    static final List<String> OURS = List.of(("storm-lock storm-lock-ids storm-lock-adds storm-lock-adds-ids "
                    + "storm-lock-transfer storm-lock-transfer-ids storm-lock-member-of-10")
            .split(" ", -1));

    @ParameterizedTest
    @FieldSource("OURS")
    void guardedContendedUpdatesAreAllThere(String contender) throws Exception {
        ContenderFigures figures = RUNS.of(contender, 4, 1);

        assertThat(figures.lost()).isZero();
        assertThat(figures.of(Measure.OPS_PER_S)).isPositive();
    }

    static final List<String> OTHERS = List.of(
            ("redisson spring-spin spring-pubsub shedlock curator lua hincrby redisson-transfer lua-transfer-ids")
                    .split(" ", -1));

    @Tag("daily")
    @ParameterizedTest
    @FieldSource("OTHERS")
    void contendedUpdatesOfOthersAreAllThere(String contender) throws Exception {
        guardedContendedUpdatesAreAllThere(contender);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "storm-lock-adds", "redisson", "curator", "lua"})
    void guardedUpdatesOfTwoJvmsAreAllThere(String contender) throws Exception {
        ContenderFigures figures = RUNS.of(TinyRuns.updates(2, 2, 1), contender);

        assertThat(figures.lost()).isZero();
        assertThat(figures.of(Measure.SLOWER_SHARE)).isBetween(0.0, 0.5);
    }
}
