package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.work.load.Measure;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The result of one contender in one round.
 *
 * @param nanos the latencies of its calls, without those of the odd one; a call of a batch scenario is a whole batch
 * @param lost the number of updates that were made, warm-up included, and are not in the entries
 * @param figures what was measured; percentiles of the latencies are added
 */
public record RunResult(Histogram nanos, long lost, Map<Measure, Double> figures) {
    public RunResult {
        Map<Measure, Double> all = new EnumMap<>(Measure.class);
        all.putAll(figures);
        all.put(Measure.P50_US, Measure.percentile(nanos, 50));
        all.put(Measure.P99_US, Measure.percentile(nanos, 99));
        figures = all;
    }
}
