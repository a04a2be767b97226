package io.github.stormlock.benchmarks.work;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * One contender's run in one round.
 *
 * @param nanos the latencies of its calls, the odd one's excluded; a call of a batch scenario is a whole batch
 * @param lost updates that were made, warm-up included, and are not in the entries
 * @param rates what else was measured, unless only latencies were
 * @param odd what the one did that differs from the others, where there is one
 * @param held what held locks take, where that was measured
 */
public record RunResult(
        Histogram nanos, long lost, @Nullable Rates rates, @Nullable Odd odd, @Nullable HeldBytes held) {

    /**
     * Counts over a stretch of time. Commands, round trips and processor time are divided by the updates of all, the odd
     * one's included.
     *
     * @param opsPerSecond updates, the odd one's excluded
     * @param commandsPerOp sent by clients, those that renew or subscribe included; those that scripts call are not
     * @param roundTripsPerOp as the server sees them: its reads
     * @param clientCpuMicros processor time of the contender's JVMs for one update; {@code null} where it is not told
     * @param redisCpuMicros processor time of the server for one update
     * @param wastedPerOp computations whose result was not written, the odd one's excluded; {@code null} where Redis computes
     * @param slowerShare of the updates, made by the JVM that made fewest; {@code null} where one JVM works, or an odd one
     */
    public record Rates(
            double opsPerSecond,
            double commandsPerOp,
            double roundTripsPerOp,
            @Nullable Double clientCpuMicros,
            double redisCpuMicros,
            @Nullable Double wastedPerOp,
            @Nullable Double slowerShare) {}

    /**
     * The work of the slow JVM, the far one, or the foreign client.
     *
     * @param nanos its latencies; a foreign client's are its waits for the lock
     */
    public record Odd(double opsPerSecond, @Nullable Double wastedPerOp, Histogram nanos) {}

    /** Returns the same with what held locks take. */
    RunResult with(HeldBytes bytes) {
        return new RunResult(nanos, lost, rates, odd, bytes);
    }
}
