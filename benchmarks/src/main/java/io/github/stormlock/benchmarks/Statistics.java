package io.github.stormlock.benchmarks;

import java.util.List;

/** Of a few rounds. */
final class Statistics {
    private Statistics() {}

    /** The middle value, or the mean of the two in the middle. */
    static double median(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("there is no median of no values");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** How far the rounds lie apart: (max - min) / median. */
    static double spread(List<Double> values) {
        double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double median = median(values);
        return median == 0 ? 0 : (most - least) / median;
    }
}
