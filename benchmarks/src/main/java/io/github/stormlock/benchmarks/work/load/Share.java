package io.github.stormlock.benchmarks.work.load;

import java.io.Serializable;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The work of one JVM.
 *
 * @param made the number of updates
 * @param computed the number of times that an update was computed, also if its result was not written; 0 if Redis computes
 * @param nanos the latencies of its calls
 * @param topology the figures of its topology; empty if it has none
 */
public record Share(long made, long computed, Histogram nanos, Map<Measure, Double> topology) implements Serializable {
    /** Creates the share of a JVM without a topology. */
    public Share(long made, long computed, Histogram nanos) {
        this(made, computed, nanos, Map.of());
    }
}
