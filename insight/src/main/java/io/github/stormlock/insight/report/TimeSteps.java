package io.github.stormlock.insight.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Gathers figures into the steps of an axis of time, so many that a chart can show them. What is without a figure stays empty.
 * Not thread-safe.
 */
public final class TimeSteps {
    private static final int MOST = 240;

    private final double step;
    private final @Nullable Double[] values;
    private final long[] counts;

    /**
     * Creates steps without figures.
     *
     * @param seconds the length of the axis
     * @param least the seconds of a step, if so many steps are not too many
     */
    public TimeSteps(double seconds, double least) {
        this.step = step(seconds, least);
        int length = Math.max(1, (int) Math.ceil(seconds / step - 1e-9));
        this.values = new @Nullable Double[length];
        this.counts = new long[length];
    }

    /** Returns a length of steps that a person can read: 1, 2, 5, 10 and so on of the least. */
    private static double step(double seconds, double least) {
        double step = least;
        double[] next = {2, 2.5, 2};
        for (int i = 0; seconds / step > MOST; i++) {
            step *= next[i % next.length];
        }
        return step;
    }

    /** {@return the seconds of a step} */
    public double step() {
        return step;
    }

    /** Fills steps without a figure with zero: what is counted has happened 0 times there. */
    public void zero() {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                values[i] = 0.0;
            }
        }
    }

    /**
     * Adds a figure to the others of its step.
     *
     * @param at seconds from the beginning; before it, or behind the end, it is left out
     * @param value the figure
     */
    public void sum(double at, double value) {
        join(at, value, Double::sum);
    }

    /**
     * Adds a figure to the steps of a stretch of time, to each its share.
     *
     * @param from seconds from the beginning
     * @param to the end of the stretch, behind its begin
     * @param value the figure
     */
    public void spread(double from, double to, double value) {
        for (int i = Math.max(0, (int) (from / step)); i < values.length && i * step < to; i++) {
            double part = Math.min(to, (i + 1) * step) - Math.max(from, i * step);
            if (part > 0) {
                sum((i + 0.5) * step, value * part / (to - from));
            }
        }
    }

    /**
     * Keeps a figure if it is the highest of its step.
     *
     * @param at seconds from the beginning
     * @param value the figure; null for none
     */
    public void most(double at, @Nullable Double value) {
        if (value != null) {
            join(at, value, Math::max);
        }
    }

    private void join(double at, double value, DoubleBinaryOperator join) {
        int i = (int) Math.floor(at / step);
        if (at >= 0 && i < values.length) {
            Double before = values[i];
            values[i] = before == null ? value : join.applyAsDouble(before, value);
            counts[i]++;
        }
    }

    /**
     * {@return the highest or the sum of each step}
     *
     * @param name the name of the line
     */
    public ReportSeries series(String name) {
        return new ReportSeries(name, step, Arrays.asList(values.clone()));
    }

    /**
     * {@return the sums, divided by the seconds of a step}
     *
     * @param name the name of the line
     */
    public ReportSeries perSecond(String name) {
        return divided(name, i -> step);
    }

    /**
     * {@return the mean of each step, of the figures that were added}
     *
     * @param name the name of the line
     */
    public ReportSeries means(String name) {
        return divided(name, i -> counts[i]);
    }

    private ReportSeries divided(String name, java.util.function.IntToDoubleFunction by) {
        List<@Nullable Double> divided = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            Double value = values[i];
            divided.add(value == null ? null : Double.valueOf(value / by.applyAsDouble(i)));
        }
        return new ReportSeries(name, step, divided);
    }
}
