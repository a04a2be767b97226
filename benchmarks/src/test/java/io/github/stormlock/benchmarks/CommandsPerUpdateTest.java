package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.work.load.Measure;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class CommandsPerUpdateTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    /** The release of a lock may be a script that calls more commands, which are not counted. */
    @ParameterizedTest
    @CsvSource({"unguarded, 2, 2", "hincrby, 1, 1", "lua, 1, 1", "shedlock, 4, "})
    void whatClientsSendIsCountedAndWhatScriptsCallIsNot(
            String contender, @Nullable Double commands, @Nullable Double trips) throws Exception {
        ContenderFigures figures = RUNS.of(contender, 1, 100);

        if (commands != null) {
            assertThat(figures.of(Measure.COMMANDS_PER_OP)).isEqualTo(commands);
        }
        if (trips != null) {
            assertThat(figures.of(Measure.ROUND_TRIPS_PER_OP)).isCloseTo(trips, within(0.45));
        }
    }

    @ParameterizedTest
    @CsvSource({"unguarded", "storm-lock", "storm-lock-adds"})
    void noComputationOfOneThreadIsWasted(String contender) throws Exception {
        assertThat(RUNS.of(contender, 1, 100).of(Measure.WASTED_PER_OP)).isZero();
    }
}
