package io.github.stormlock.benchmarks.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioOfMeansTest {
    private static final long SEED = 20_240_917;

    @Test
    void pairsOfOneRatioHaveNoWidth() {
        RatioOfMeans ratio = RatioOfMeans.of(List.of(2.2, 4.4, 11.0), List.of(2.0, 4.0, 10.0));

        assertThat(ratio.ratio()).isCloseTo(1.1, within(1e-12));
        assertThat(ratio.width()).isCloseTo(0, within(1e-9));
        assertThat(ratio.pairs()).isEqualTo(3);
    }

    @Test
    void theIntervalHoldsTheTrueRatioInNineteenOfTwentyRuns() {
        Random random = new Random(SEED);
        int held = 0;
        int runs = 2_000;
        for (int run = 0; run < runs; run++) {
            List<Double> values = new ArrayList<>();
            List<Double> references = new ArrayList<>();
            for (int pair = 0; pair < 60; pair++) {
                double machine = 50 + 20 * random.nextDouble();
                values.add(1.02 * machine * (1 + 0.1 * random.nextGaussian()));
                references.add(machine * (1 + 0.1 * random.nextGaussian()));
            }
            RatioOfMeans ratio = RatioOfMeans.of(values, references);
            held += ratio.lower() <= 1.02 && 1.02 <= ratio.upper() ? 1 : 0;
        }
        assertThat((double) held / runs).as("seed " + SEED).isBetween(0.93, 0.965);
    }

    @Test
    void rareWorkCountsForItsPart() {
        List<Double> values = new ArrayList<>();
        List<Double> references = new ArrayList<>();
        for (int pair = 0; pair < 100; pair++) {
            values.add(pair % 50 == 0 ? 150.0 : 100.0);
            references.add(100.0);
        }
        assertThat(RatioOfMeans.of(values, references).ratio()).isCloseTo(1.01, within(1e-9));
    }

    @Test
    void onePairIsNoInterval() {
        assertThatThrownBy(() -> RatioOfMeans.of(List.of(1.0), List.of(1.0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two pairs");
        assertThatThrownBy(() -> RatioOfMeans.of(List.of(1.0, 2.0), List.of(1.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
