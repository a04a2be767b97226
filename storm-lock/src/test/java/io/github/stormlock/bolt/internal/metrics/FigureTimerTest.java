package io.github.stormlock.bolt.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Clock;
import io.github.stormlock.lock.insight.Times;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A timer shows what is timed elsewhere as one that was timed itself. */
class FigureTimerTest {
    private static final int LOOKS = 720;

    private final Times times = new Times();
    private final SetClock clock = new SetClock();

    private static final class SetClock extends Clock {
        private long nanos;

        @Override
        public long getTick() {
            return nanos;
        }
    }

    @Test
    void distributionIsInNanoseconds() {
        FigureTimer timer = new FigureTimer(() -> times, clock);
        for (int micros = 1; micros <= 100; micros++) {
            times.record(TimeUnit.MICROSECONDS.toNanos(micros));
        }
        assertThat(timer.getCount()).isEqualTo(100);
        assertThat(timer.getSnapshot().getMedian()).isBetween(50_000.0, 51_000.0);
        assertThat(timer.getSnapshot().get99thPercentile()).isBetween(99_000.0, 100_000.0);
        assertThat(timer.getSnapshot().getMean()).isCloseTo(50_500, within(1.0));
        assertThat(timer.getSnapshot().getValues()).hasSize(100).endsWith(100_000);
    }

    @Test
    void ratesOfASteadyWorkAreItsRate() {
        FigureTimer timer = new FigureTimer(() -> times, clock);
        for (int look = 0; look < LOOKS; look++) {
            for (int i = 0; i < 500; i++) {
                times.record(1_000);
            }
            clock.nanos += TimeUnit.SECONDS.toNanos(5) + 1;
            timer.getOneMinuteRate();
        }
        assertThat(timer.getOneMinuteRate()).isCloseTo(100, within(1.0));
        assertThat(timer.getFifteenMinuteRate()).isCloseTo(100, within(3.0));
        assertThat(timer.getMeanRate()).isCloseTo(100, within(1.0));
    }

    @Test
    void withoutTimesItShowsNothing() {
        FigureTimer timer = new FigureTimer(Times::new, clock);
        assertThat(timer.getCount()).isZero();
        assertThat(timer.getSnapshot().getMax()).isZero();
        assertThat(timer.getSnapshot().getMean()).isZero();
        assertThat(timer.getOneMinuteRate()).isZero();
    }
}
