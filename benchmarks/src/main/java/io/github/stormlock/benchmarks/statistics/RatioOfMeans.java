package io.github.stormlock.benchmarks.statistics;

import java.util.List;

/**
 * The ratio of the means of pairs, with the interval that holds the true ratio in 95 of 100 runs. A mean, not a median: work
 * that is done once in many pairs counts for its part.
 *
 * <p>The interval is that of the ratio estimator of sampling theory (Cochran, Sampling Techniques, chapter 6): its error is
 * that of the mean of {@code value - ratio * reference}. What slows both of a pair down does not widen it.
 *
 * @param pairs the number of pairs
 */
public record RatioOfMeans(double ratio, double lower, double upper, int pairs) {
    private static final double NORMAL_95 = 1.96;

    /**
     * Computes the ratio and its interval.
     *
     * @param values the values, two or more
     * @param references as many; each was measured beside the value at its place
     * @throws IllegalArgumentException if there are fewer than two pairs, or the lists are not of one length
     */
    public static RatioOfMeans of(List<Double> values, List<Double> references) {
        int pairs = values.size();
        if (pairs != references.size() || pairs < 2) {
            throw new IllegalArgumentException(
                    pairs + " values and " + references.size() + " references are not two pairs or more");
        }
        double reference = mean(references);
        double ratio = mean(values) / reference;
        double squares = 0;
        for (int i = 0; i < pairs; i++) {
            double off = values.get(i) - ratio * references.get(i);
            squares += off * off;
        }
        double error = NORMAL_95 * Math.sqrt(squares / (pairs - 1) / pairs) / reference;
        return new RatioOfMeans(ratio, ratio - error, ratio + error, pairs);
    }

    /** Returns how wide the interval is. */
    public double width() {
        return upper - lower;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
