package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Clock;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import com.codahale.metrics.WeightedSnapshot;
import com.codahale.metrics.WeightedSnapshot.WeightedSample;
import io.github.stormlock.lock.insight.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A timer that reads what is timed elsewhere, so that an update pays for one record and no reservoir. Its distribution is
 * that of the last one to two minutes. Its rates are moving averages of what each look finds new: they are right where
 * somebody looks every few seconds. Thread-safe.
 */
final class FigureTimer extends Timer {
    private final Supplier<Times> times;
    private final Meter meter;
    private long marked;

    FigureTimer(Supplier<Times> times, Clock clock) {
        this.times = times;
        this.meter = new Meter(clock);
    }

    @Override
    public long getCount() {
        return times.get().count();
    }

    @Override
    public Snapshot getSnapshot() {
        List<WeightedSample> nanos = new ArrayList<>();
        for (HistogramIterationValue step : times.get().recent().recordedValues()) {
            nanos.add(new WeightedSample(
                    TimeUnit.MICROSECONDS.toNanos(step.getValueIteratedTo()), step.getCountAtValueIteratedTo()));
        }
        return new WeightedSnapshot(nanos);
    }

    private synchronized Meter meter() {
        long count = getCount();
        // After a new preparation the task's figures begin anew.
        meter.mark(Math.max(0, count - marked));
        marked = count;
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
