package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void medianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 4.0))).isEqualTo(4.0);
    }

    @Test
    void medianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 4.0, 6.0))).isEqualTo(5.0);
    }

    @Test
    void medianOfNothingIsRefused() {
        assertThatThrownBy(() -> Statistics.median(List.of())).hasMessageContaining("no values");
    }

    @Test
    void spreadIsTheRangeOverTheMedian() {
        assertThat(Statistics.spread(List.of(80.0, 100.0, 130.0))).isEqualTo(0.5);
    }
}
