package io.github.stormlock.bolt.internal.metrics;

import com.codahale.metrics.Snapshot;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/** A distribution of times in microseconds, as metrics show it: in nanoseconds. Immutable. */
final class TimesSnapshot extends Snapshot {

    private static final int NANOS = 1_000;
    private static final int PERCENT = 100;

    private final Histogram micros;

    /** @param micros left alone from here on */
    TimesSnapshot(Histogram micros) {
        this.micros = micros;
    }

    @Override
    public double getValue(double quantile) {
        return (double) micros.getValueAtPercentile(quantile * PERCENT) * NANOS;
    }

    /** Returns one value for each step of the distribution, not one for each time. */
    @Override
    public long[] getValues() {
        return StreamSupport.stream(micros.recordedValues().spliterator(), /* parallel= */ false)
                .mapToLong(step -> step.getValueIteratedTo() * NANOS)
                .toArray();
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, micros.getTotalCount());
    }

    @Override
    public long getMax() {
        return micros.getMaxValue() * NANOS;
    }

    @Override
    public double getMean() {
        return micros.getTotalCount() == 0 ? 0 : micros.getMean() * NANOS;
    }

    @Override
    public long getMin() {
        return micros.getTotalCount() == 0 ? 0 : micros.getMinValue() * NANOS;
    }

    @Override
    public double getStdDev() {
        return micros.getTotalCount() == 0 ? 0 : micros.getStdDeviation() * NANOS;
    }

    @Override
    public void dump(OutputStream output) {
        try (PrintWriter out = new PrintWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8))) {
            for (long value : getValues()) {
                out.println(value);
            }
        }
    }
}
