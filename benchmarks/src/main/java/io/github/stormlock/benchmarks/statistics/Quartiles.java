package io.github.stormlock.benchmarks.statistics;

import java.util.List;
import java.util.Locale;

/** The median of some values, and the range in which the middle half of them lies. */
public record Quartiles(double median, double lower, double upper) {
    private static final double LOWER = 0.25;
    private static final double UPPER = 0.75;
    private static final double THOUSAND = 1_000;

    /**
     * Returns the quartiles of these values, to three decimals.
     *
     * @throws IllegalArgumentException if there are no values
     */
    public static Quartiles of(List<Double> values) {
        return new Quartiles(
                rounded(Statistics.median(values)),
                rounded(Statistics.quantile(values, LOWER)),
                rounded(Statistics.quantile(values, UPPER)));
    }

    /** Returns them in the form of a table cell, {@code 1.31 (1.20-1.45)}. */
    public String words() {
        return String.format(Locale.ROOT, "%.2f (%.2f-%.2f)", median, lower, upper);
    }

    private static double rounded(double value) {
        return Math.round(value * THOUSAND) / THOUSAND;
    }
}
