package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two readers take the same times, each for itself. */
class TimesTest {
    private final AtomicLong clock = new AtomicLong();
    private final Times times = new Times(clock::get);

    private long untold() {
        Histogram all = new Histogram(2);
        times.addUntoldTo(all);
        return all.getTotalCount();
    }

    @Test
    void eachTimeIsToldOnceAndStaysAmongTheRecentOnes() {
        times.record(TimeUnit.MICROSECONDS.toNanos(250));
        assertThat(times.recent().getTotalCount()).isEqualTo(1);
        assertThat(untold()).isEqualTo(1);
        assertThat(untold()).isZero();
        assertThat(times.recent().getMaxValue()).isEqualTo(250);
        assertThat(times.count()).isEqualTo(1);
    }

    @Test
    void recentTimesAreThoseOfTheLastOneToTwoMinutes() {
        times.record(1_000);
        assertThat(times.count()).isEqualTo(1);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(61));
        times.record(1_000);
        assertThat(times.recent().getTotalCount()).isEqualTo(2);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(61));
        assertThat(times.recent().getTotalCount()).isEqualTo(1);
        clock.addAndGet(TimeUnit.SECONDS.toNanos(121));
        assertThat(times.recent().getTotalCount()).isZero();
        assertThat(times.count()).isEqualTo(2);
    }

    @Test
    void timesOutOfRangeAreCutAndHarmNothing() {
        times.record(-5);
        times.record(Long.MAX_VALUE);
        assertThat(times.recent().getMinValue()).isZero();
        assertThat(times.recent().getMaxValue()).isGreaterThanOrEqualTo(TimeUnit.HOURS.toMicros(24));
        assertThat(times.count()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 255, 256, 257, 511, 512, 1_000, 65_535, 65_536, 86_400_000_000L})
    void aTimeFallsIntoTheClassThatAHistogramHasForIt(long micros) {
        long least = Times.micros(Times.index(micros));

        assertThat(least).isEqualTo(new Histogram(2).lowestEquivalentValue(micros));
    }

    @Test
    void everyTimeOfManyThreadsIsToldOnce() throws Exception {
        int threads = 4;
        int each = 100_000;
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        Histogram all = new Histogram(2);
        try {
            List<Future<?>> adding = new ArrayList<>();
            for (int worker = 0; worker < threads; worker++) {
                long spread = 1_000 * (worker + 1L);
                adding.add(workers.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        times.record(i * spread);
                    }
                }));
            }
            while (!adding.stream().allMatch(Future::isDone)) {
                times.addUntoldTo(all);
            }
            for (Future<?> one : adding) {
                one.get();
            }
        } finally {
            workers.shutdownNow();
        }
        times.addUntoldTo(all);

        assertThat(all.getTotalCount()).isEqualTo((long) threads * each);
    }
}
