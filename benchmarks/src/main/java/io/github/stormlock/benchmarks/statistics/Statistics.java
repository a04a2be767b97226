package io.github.stormlock.benchmarks.statistics;

import java.util.ArrayList;
import java.util.List;

/** Computes medians, quantiles and ratios of the values of a few rounds. */
public final class Statistics {
    private static final double MIDDLE = 0.5;

    private Statistics() {}

    /**
     * Returns the middle value, or the mean of the two in the middle.
     *
     * @throws IllegalArgumentException if there are no values
     */
    public static double median(List<Double> values) {
        return quantile(values, MIDDLE);
    }

    /**
     * Returns the value below which a part of the values lies. Between two values it is interpolated.
     *
     * @param part the part, from 0 for the least value to 1 for the greatest
     * @throws IllegalArgumentException if there are no values
     */
    public static double quantile(List<Double> values, double part) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("there is no quantile of no values");
        }
        List<Double> sorted = values.stream().sorted().toList();
        double at = part * (sorted.size() - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (at - below) * (sorted.get(above) - sorted.get(below));
    }

    /**
     * Returns how far the values lie apart: (max - min) / median.
     *
     * @throws IllegalArgumentException if there are no values
     */
    public static double spread(List<Double> values) {
        double median = median(values);
        return median == 0 ? 0 : (quantile(values, 1) - quantile(values, 0)) / median;
    }

    /**
     * Returns each value divided by the reference of the same round.
     *
     * @throws IllegalArgumentException if there are not as many values as references
     */
    public static List<Double> ratios(List<Double> values, List<Double> references) {
        if (values.size() != references.size()) {
            throw new IllegalArgumentException(values.size() + " rounds cannot be paired with " + references.size());
        }
        List<Double> ratios = new ArrayList<>(values.size());
        for (int round = 0; round < values.size(); round++) {
            ratios.add(values.get(round) / references.get(round));
        }
        return ratios;
    }
}
