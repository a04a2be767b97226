package io.github.stormlock.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.statistics.Quartiles;
import io.github.stormlock.benchmarks.work.RunResult;
import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
    private static final Goal AIM = new Goal("hot", "storm-lock", "redisson", Measure.OPS_PER_S, Bound.AT_LEAST, 30);
    private static final Goal PASS_LINE =
            new Goal("hot", "storm-lock", null, Measure.COMMANDS_PER_OP, Bound.AT_MOST, 0.3);

    /** A host that is half as fast in the second round, and three times as fast in the third, changes nothing. */
    @Test
    void aRatioIsTakenToTheSameRound() {
        Measured hot = Samples.of()
                .rates("storm-lock", 400, 200, 1_200)
                .rates("redisson", 10, 5, 30)
                .as("hot", "redisson");

        assertThat(Judgement.of(List.of(hot)))
                .filteredOn(judgement -> "redisson".equals(judgement.goal().against()))
                .singleElement()
                .satisfies(judgement -> {
                    assertThat(judgement.quartiles()).isEqualTo(new Quartiles(40, 40, 40));
                    assertThat(judgement.verdict()).isEqualTo("reached");
                });
    }

    @ParameterizedTest
    @CsvSource({"31, 30, 32, reached", "31, 29.9, 32, open", "29, 28, 29.9, not reached", "29, 28, 30, open"})
    void anAimIsOpenWhereItsQuartilesLieOnBothSides(double median, double lower, double upper, String verdict) {
        assertThat(Judgement.judge(AIM, new Quartiles(median, lower, upper)).verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"0.3, reached", "0.304, reached", "0.305, NOT REACHED"})
    void aCountIsHardAndJudgedToTwoDecimals(double median, String verdict) {
        assertThat(Judgement.judge(PASS_LINE, new Quartiles(median, 0.1, 9)).verdict())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"70, true", "71, false"})
    void aLatencyIsReachedUpToItsRatio(int own, boolean reached) {
        Measured wakeup = Samples.of()
                .latencies("storm-lock", own)
                .latencies("redisson", 100)
                .as("wakeup", "redisson");

        assertThat(Judgement.of(List.of(wakeup)))
                .singleElement()
                .extracting(Judgement::reached)
                .isEqualTo(reached);
    }

    @Test
    void twoJvmsAreJudgedByRateLatencyShareAndCounts() {
        Measured hot = Samples.of()
                .runs("storm-lock", List.of(new RunResult(Samples.call(50), 0, shared(260, 0.7, 0.34))))
                .runs("redisson", List.of(new RunResult(Samples.call(50), 0, shared(10, 5, 0.5))))
                .as("hot-two-jvms", "redisson");

        assertThat(Judgement.of(List.of(hot)))
                .extracting(judgement -> judgement.goal().measure(), Judgement::value, Judgement::reached)
                .containsExactly(
                        Assertions.tuple(Measure.COMMANDS_PER_OP, 0.7, true),
                        Assertions.tuple(Measure.WASTED_PER_OP, 0.0, true),
                        Assertions.tuple(Measure.OPS_PER_S, 26.0, true),
                        Assertions.tuple(Measure.P99_US, 1.0, false),
                        Assertions.tuple(Measure.SLOWER_SHARE, 0.34, false));
    }

    @Test
    void whatWasNotMeasuredIsNotJudged() {
        Measured spread = Samples.of().latencies("storm-lock", 50).as("spread", "unguarded");

        assertThat(Judgement.of(List.of(spread))).isEmpty();
    }

    @Test
    void onlyCountsArePassLines() {
        assertThat(Goals.ALL).filteredOn(Goal::isPassLine).allSatisfy(goal -> assertThat(goal.measure())
                .isIn(
                        Measure.COMMANDS_PER_OP,
                        Measure.ROUND_TRIPS_PER_OP,
                        Measure.WASTED_PER_OP,
                        Measure.ODD_WASTED_PER_OP));
        assertThat(Goals.ALL)
                .filteredOn(goal -> goal.measure() == Measure.COMMANDS_PER_OP)
                .allMatch(Goal::isPassLine);
    }

    private static Map<Measure, Double> shared(double opsPerSecond, double commands, double slowerShare) {
        Map<Measure, Double> figures = Samples.rates(opsPerSecond, commands);
        figures.put(Measure.SLOWER_SHARE, slowerShare);
        return figures;
    }
}
