package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeCountsTest {
    private final TimeCounts counts = new TimeCounts();

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 127, 128, 255, 256, 257, 511, 512, 1_000, 65_535, 65_536, 86_400_000_000L, Long.MAX_VALUE})
    void aTimeFallsIntoTheClassThatAHistogramHasForIt(long micros) {
        long least = TimeCounts.micros(TimeCounts.index(micros));

        assertThat(least).isEqualTo(new Histogram(2).lowestEquivalentValue(micros));
    }

    @Test
    void distributionIsThatOfAHistogram() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Histogram direct = new Histogram(2);
        for (int i = 0; i < 50_000; i++) {
            long micros = (long) Math.exp(random.nextDouble() * Math.log(TimeUnit.HOURS.toMicros(24)));
            counts.add(micros);
            direct.recordValue(micros);
        }
        Histogram taken = new Histogram(2);
        counts.takeInto(taken);

        assertThat(taken.getTotalCount()).isEqualTo(direct.getTotalCount());
        for (double percentile : new double[] {0, 1, 50, 90, 99, 99.9, 100}) {
            assertThat(taken.getValueAtPercentile(percentile))
                    .as("seed " + seed + ", percentile " + percentile)
                    .isEqualTo(direct.getValueAtPercentile(percentile));
        }
        assertThat(taken.getMean()).isEqualTo(direct.getMean());
    }

    @Test
    void whatWasTakenIsNotTakenAgain() {
        counts.add(300);
        counts.takeInto(new Histogram(2));
        counts.add(300);
        Histogram second = new Histogram(2);
        counts.takeInto(second);

        assertThat(second.getTotalCount()).isEqualTo(1);
    }

    @Test
    void everyTimeOfManyThreadsIsTakenOnce() throws Exception {
        int threads = 4;
        int each = 100_000;
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        Histogram all = new Histogram(2);
        try {
            List<Future<?>> adding = new ArrayList<>();
            for (int worker = 0; worker < threads; worker++) {
                long spread = worker + 1L;
                adding.add(workers.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        counts.add(i * spread);
                    }
                }));
            }
            while (!adding.stream().allMatch(Future::isDone)) {
                counts.takeInto(all);
            }
            for (Future<?> one : adding) {
                one.get();
            }
        } finally {
            workers.shutdownNow();
        }
        counts.takeInto(all);

        assertThat(all.getTotalCount()).isEqualTo((long) threads * each);
    }
}
