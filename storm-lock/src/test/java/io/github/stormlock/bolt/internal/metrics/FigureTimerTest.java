package io.github.stormlock.bolt.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.stormlock.lock.insight.Times;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A timer shows what is timed elsewhere as one that was timed itself. */
class FigureTimerTest {
    private final AtomicLong clock = new AtomicLong();
    private final Times times = new Times();

    @Test
    void distributionIsInNanoseconds() {
        FigureTimer timer = new FigureTimer(() -> times);
        for (int micros = 1; micros <= 100; micros++) {
            times.record(TimeUnit.MICROSECONDS.toNanos(micros));
        }
        assertThat(timer.getCount()).isEqualTo(100);
        assertThat(timer.getSnapshot().getMedian()).isEqualTo(50_000);
        assertThat(timer.getSnapshot().get99thPercentile()).isEqualTo(99_000);
        assertThat(timer.getSnapshot().getMean()).isEqualTo(50_500);
        assertThat(timer.getSnapshot().size()).isEqualTo(100);
        assertThat(timer.getSnapshot().getValues()).hasSize(100).endsWith(100_000);
    }

    @Test
    void ratesOfASteadyWorkAreItsRateHoweverSeldomItIsLookedAt() {
        FigureTimer timer = new FigureTimer(() -> times, clock::get);
        for (int minute = 0; minute < 60; minute++) {
            for (int i = 0; i < 6_000; i++) {
                times.record(1_000);
            }
            clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
            assertThat(timer.getCount()).isEqualTo((minute + 1) * 6_000L);
            timer.getOneMinuteRate();
        }
        assertThat(timer.getOneMinuteRate()).isCloseTo(100, within(1.0));
        assertThat(timer.getFifteenMinuteRate()).isCloseTo(100, within(3.0));
        assertThat(timer.getMeanRate()).isCloseTo(100, within(1.0));
    }

    @Test
    void withoutTimesItShowsNothing() {
        FigureTimer timer = new FigureTimer(Times::new);
        assertThat(timer.getCount()).isZero();
        assertThat(timer.getSnapshot().getMax()).isZero();
        assertThat(timer.getSnapshot().getMean()).isZero();
        assertThat(timer.getOneMinuteRate()).isZero();
    }
}
