package io.github.stormlock.benchmarks;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One contender's run in one round.
 *
 * @param nanos the latencies of its calls; a call of a batch scenario is a whole batch
 * @param lost updates that were made, warm-up included, and are not in the entries
 * @param rates what else was measured, unless only latencies were
 * @param held what held locks take, where that was measured
 */
record RunResult(Histogram nanos, long lost, @Nullable Rates rates, @Nullable HeldBytes held) {

    /**
     * What is counted over a stretch of time.
     *
     * @param commandsPerOp sent by clients, those that renew or subscribe included; those that scripts call are not
     * @param slowerShare of the updates, made by the JVM that made fewest
     */
    record Rates(double opsPerSecond, double commandsPerOp, double slowerShare) {}

    RunResult with(HeldBytes bytes) {
        return new RunResult(nanos, lost, rates, bytes);
    }

    /** How the rounds of a scenario are compared: by rate, or by the middle latency where that is all there is. */
    double yardstick() {
        return rates == null ? nanos.getValueAtPercentile(50) : rates.opsPerSecond();
    }
}
