package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.github.stormlock.lock.insight.Times;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A timer that reads what is timed elsewhere, so that an update pays for one record and no reservoir. Its distribution is
 * that of the last one to two minutes. Its rates are moving averages: what was counted since the last look is spread
 * evenly over the time since then. Thread-safe.
 */
final class FigureTimer extends Timer {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Averages of 15 minutes have forgotten what is older. */
    private static final long MOST_TICKS = TimeUnit.HOURS.toNanos(2) / TICK_NANOS;

    private final Supplier<Times> times;
    private final LongSupplier nanos;
    private final SteppedClock clock;
    private final Meter meter;
    private long marked;

    /** A clock that goes on when a look has come to that time. */
    private static final class SteppedClock extends Clock {
        private volatile long now;

        private SteppedClock(long now) {
            this.now = now;
        }

        @Override
        public long getTick() {
            return now;
        }
    }

    FigureTimer(Supplier<Times> times) {
        this(times, System::nanoTime);
    }

    /** @param nanos the clock, which reads as {@link System#nanoTime()} */
    FigureTimer(Supplier<Times> times, LongSupplier nanos) {
        this.times = times;
        this.nanos = nanos;
        long begun = nanos.getAsLong();
        this.clock = new SteppedClock(begun);
        this.meter = new Meter(clock);
        // A meter ticks when more than five seconds are over, not when they just are.
        clock.now = begun + 1;
    }

    @Override
    public long getCount() {
        return times.get().count();
    }

    @Override
    public Snapshot getSnapshot() {
        return new TimesSnapshot(times.get().recent());
    }

    private synchronized Meter meter() {
        long now = nanos.getAsLong();
        long ticks = (now - clock.now) / TICK_NANOS;
        if (ticks > 0) {
            long count = getCount();
            // After a new preparation the task's figures begin anew.
            long fresh = Math.max(0, count - marked);
            marked = count;
            long begun = clock.now;
            long spread = Math.min(ticks, MOST_TICKS);
            for (long tick = 0; tick < spread; tick++) {
                meter.mark(fresh * (tick + 1) / spread - fresh * tick / spread);
                clock.now = begun + (ticks - spread + tick + 1) * TICK_NANOS;
            }
        }
        return meter;
    }

    @Override
    public double getMeanRate() {
        return meter().getMeanRate();
    }

    @Override
    public double getOneMinuteRate() {
        return meter().getOneMinuteRate();
    }

    @Override
    public double getFiveMinuteRate() {
        return meter().getFiveMinuteRate();
    }

    @Override
    public double getFifteenMinuteRate() {
        return meter().getFifteenMinuteRate();
    }
}
