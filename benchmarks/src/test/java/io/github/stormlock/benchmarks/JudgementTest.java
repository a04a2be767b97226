package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
    @ParameterizedTest
    @CsvSource({"80, 10, true", "79.9, 10, false"})
    void aRateIsReachedFromItsRatioOn(double own, double other, boolean reached) {
        Report.Measured uncontended = new Report.Measured(
                "uncontended",
                List.of(Samples.figures("storm-lock", own, 1, null), Samples.figures("redisson", other, 1, null)));

        assertThat(Judgement.of(List.of(uncontended))).singleElement().satisfies(judgement -> {
            assertThat(judgement.against()).isEqualTo("redisson");
            assertThat(judgement.value()).isEqualTo(own / other);
            assertThat(judgement.reached()).isEqualTo(reached);
        });
    }

    @ParameterizedTest
    @CsvSource({"0.7, true", "0.71, false"})
    void aLatencyIsReachedUpToItsRatio(double own, boolean reached) {
        Report.Measured wakeup = new Report.Measured(
                "wakeup", List.of(Samples.latencies("storm-lock", own, own), Samples.latencies("redisson", 1, 1)));

        assertThat(Judgement.of(List.of(wakeup)))
                .singleElement()
                .extracting(Judgement::reached)
                .isEqualTo(reached);
    }

    @Test
    void twoJvmsAreJudgedByRateLatencyAndShare() {
        Report.Measured hot = new Report.Measured(
                "hot-two-jvms",
                List.of(Samples.figures("storm-lock", 120, 50, 0.34), Samples.figures("redisson", 10, 50, 0.5)));

        assertThat(Judgement.of(List.of(hot)))
                .extracting(Judgement::measure, Judgement::value, Judgement::reached)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Measure.OPS_PER_S, 12.0, true),
                        org.assertj.core.groups.Tuple.tuple(Measure.P99_US, 1.0, false),
                        org.assertj.core.groups.Tuple.tuple(Measure.SLOWER_SHARE, 0.34, false));
    }

    @Test
    void whatWasNotMeasuredIsNotJudged() {
        Report.Measured spread = new Report.Measured("spread", List.of(Samples.figures("storm-lock", 120, 50, null)));

        assertThat(Judgement.of(List.of(spread))).isEmpty();
    }
}
