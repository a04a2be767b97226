package io.github.stormlock.benchmarks.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InsightCostTest {
    private static final Slice SILENT = slice(100, 5_000, 1);

    @Test
    void fewerThanThirtyPairsTellNothing() {
        assertThat(cost(29, SILENT).isKnown()).isFalse();
        assertThat(cost(30, SILENT).isKnown()).isTrue();
    }

    @Test
    void aHundredthIsLowEnough() {
        assertThat(cost(30, slice(101, 5_000, 1)).isLowEnough()).isTrue();
    }

    @Test
    void twoHundredthsAreTooHigh() {
        InsightCost cost = cost(30, slice(102, 5_000, 1));

        assertThat(cost.isLowEnough()).isFalse();
        assertThat(cost.inWords("spread")).contains("spread", "1.0200 (1.0200 to 1.0200)", "30 pairs", "TOO HIGH");
    }

    @Test
    void twoHundredthsAreLowEnoughWhereSomebodyLooks() {
        InsightCost cost = new InsightCost(/* watched= */ true);
        for (int pair = 0; pair < 30; pair++) {
            cost.add(new PairedWork.Pair(slice(102, 5_000, 1), SILENT));
        }
        assertThat(cost.isLowEnough()).isTrue();
    }

    @Test
    void oneBytesMoreInAThousandIsLowEnoughAndTwentyAreNot() {
        assertThat(cost(30, slice(100, 5_005, 1)).isLowEnough()).isTrue();
        assertThat(cost(30, slice(100, 5_100, 1)).isLowEnough()).isFalse();
    }

    @Test
    void oneCommandMoreForEachTwentyUpdatesIsTooHigh() {
        assertThat(cost(30, slice(100, 5_000, 1.005)).isLowEnough()).isTrue();
        assertThat(cost(30, slice(100, 5_000, 1.05)).isLowEnough()).isFalse();
    }

    @Test
    void pairsThatDifferMuchGoOn() {
        InsightCost cost = new InsightCost(/* watched= */ false);
        for (int pair = 0; pair < 100; pair++) {
            cost.add(new PairedWork.Pair(slice(pair % 2 == 0 ? 80 : 120, 5_000, 1), SILENT));
        }
        assertThat(cost.isKnown()).isFalse();
        assertThat(cost.isLowEnough()).isFalse();
        assertThat(cost.inWords("spread")).contains("NOT KNOWN");
    }

    private static InsightCost cost(int pairs, Slice telling) {
        InsightCost cost = new InsightCost(/* watched= */ false);
        for (int pair = 0; pair < pairs; pair++) {
            cost.add(new PairedWork.Pair(telling, SILENT));
        }
        return cost;
    }

    private static Slice slice(double cpuMicros, double bytes, double commands) {
        return new Slice(cpuMicros, bytes, commands, 1_000);
    }
}
