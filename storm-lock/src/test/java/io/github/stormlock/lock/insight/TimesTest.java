package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

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
}
