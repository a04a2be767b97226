package io.github.stormlock.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void medianIsTheMiddleOneOrBetweenTheMiddleTwo() {
        assertThat(Statistics.median(List.of(9.0, 1.0, 4.0))).isEqualTo(4.0);
        assertThat(Statistics.median(List.of(9.0, 1.0, 4.0, 6.0))).isEqualTo(5.0);
        assertThatThrownBy(() -> Statistics.median(List.of())).hasMessageContaining("no values");
        assertThat(Statistics.spread(List.of(80.0, 100.0, 130.0))).isEqualTo(0.5);
    }

    @Test
    void quartilesLieHalfwayBetweenTheMedianAndTheOuterOnes() {
        assertThat(Quartiles.of(List.of(5.0, 1.0, 4.0, 2.0, 3.0))).isEqualTo(new Quartiles(3, 2, 4));
        assertThat(Quartiles.of(List.of(1.0, 2.0, 4.0))).isEqualTo(new Quartiles(2, 1.5, 3));
        assertThat(Quartiles.of(List.of(7.0))).isEqualTo(new Quartiles(7, 7, 7));
        assertThat(new Quartiles(1.314, 1.2, 1.449).words()).isEqualTo("1.31 (1.20-1.45)");
    }

    @Test
    void roundsArePairedInTheirOrder() {
        assertThat(Statistics.ratios(List.of(80.0, 40.0), List.of(10.0, 20.0))).containsExactly(8.0, 2.0);
        assertThatThrownBy(() -> Statistics.ratios(List.of(1.0, 2.0), List.of(1.0)))
                .hasMessage("2 rounds cannot be paired with 1");
    }
}
