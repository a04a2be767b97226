package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeupTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    private static final Scenario WAKEUP = Scenarios.named("wakeup").orElseThrow();

    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "redisson", "spring-pubsub", "spring-spin"})
    void aReleaseInOneJvmIsAGrantInTheOther(String contender) throws Exception {
        Figures figures = RUNS.of(WAKEUP, contender);

        assertThat(figures.lost()).isZero();
        assertThat(figures.p50Micros()).isPositive();
        assertThat(figures.p99Micros()).isGreaterThanOrEqualTo(figures.p50Micros());
        assertThat(figures.opsPerSecond()).isNull();
    }
}
