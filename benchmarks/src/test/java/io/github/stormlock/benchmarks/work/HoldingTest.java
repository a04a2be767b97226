package io.github.stormlock.benchmarks.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.TinyRuns;
import io.github.stormlock.benchmarks.report.ContenderFigures;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import io.github.stormlock.benchmarks.work.load.Measure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("server")
@Tag("daily")
class HoldingTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    @Test
    void heldLocksTakeMemoryInBothPlaces() throws Exception {
        ContenderFigures figures = RUNS.of(Scenarios.named("scale-1000-8").orElseThrow(), "storm-lock");

        assertThat(figures.of(Measure.REDIS_BYTES_PER_LOCK)).isBetween(50.0, 5_000.0);
        assertThat(figures.of(Measure.HEAP_BYTES_PER_LOCK)).isNotNull();
        assertThat(figures.lost()).isZero();
    }

    /** In a single round its client may let go of more memory than its locks take, so nothing is said of its heap here. */
    @Test
    void locksThatRedissonHoldsTakeMemoryInRedis() throws Exception {
        ContenderFigures figures = RUNS.of(Scenarios.named("scale-1000-8").orElseThrow(), "redisson");

        assertThat(figures.of(Measure.REDIS_BYTES_PER_LOCK)).isBetween(50.0, 5_000.0);
        assertThat(figures.lost()).isZero();
    }

    @Test
    void theHeapOfAFewLocksIsNotTold() throws Exception {
        assertThat(RUNS.of(Scenarios.named("scale-10-2").orElseThrow(), "storm-lock")
                        .of(Measure.HEAP_BYTES_PER_LOCK))
                .isNull();
    }
}
