package io.github.stormlock.benchmarks.work;

import io.github.stormlock.benchmarks.work.load.TopologyFigure;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The result of one contender in one round.
 *
 * @param nanos the latencies of its calls, without those of the odd one; a call of a batch scenario is a whole batch
 * @param lost the number of updates that were made, warm-up included, and are not in the entries
 * @param rates the other figures; {@code null} if only latencies were measured
 * @param odd the figures of the one that differs from the others; {@code null} if there is none
 * @param held the memory of held locks; {@code null} if it was not measured
 * @param topology the figures of a topology; empty if there is none
 */
public record RunResult(
        Histogram nanos,
        long lost,
        @Nullable Rates rates,
        @Nullable Odd odd,
        @Nullable HeldBytes held,
        Map<TopologyFigure, Double> topology) {

    /** Creates the result of a work without a topology of its own figures. */
    public RunResult(Histogram nanos, long lost, @Nullable Rates rates, @Nullable Odd odd, @Nullable HeldBytes held) {
        this(nanos, lost, rates, odd, held, Map.of());
    }

    /**
     * Figures over a stretch of time. Commands, round trips and processor time are divided by the updates of all, the odd
     * one included.
     *
     * @param opsPerSecond the updates per second, without those of the odd one
     * @param commandsPerOp the commands that clients send, including those that renew or subscribe, but not those that
     *     scripts call
     * @param roundTripsPerOp the round trips as the server sees them: its reads
     * @param clientCpuMicros the processor time of the contender's JVMs for one update; {@code null} if the system does not
     *     tell it
     * @param redisCpuMicros the processor time of the server for one update
     * @param scriptMicros the time of its scripts for one update, by its own counting; {@code null} if none ran
     * @param wastedPerOp the computations whose result was not written, without those of the odd one; {@code null} if Redis
     *     computes
     * @param slowerShare the part of the updates that the slowest JVM made; {@code null} if one JVM works, or there is an
     *     odd one
     */
    public record Rates(
            double opsPerSecond,
            double commandsPerOp,
            double roundTripsPerOp,
            @Nullable Double clientCpuMicros,
            double redisCpuMicros,
            @Nullable Double scriptMicros,
            @Nullable Double wastedPerOp,
            @Nullable Double slowerShare) {}

    /**
     * The figures of the slow JVM, the far one, or the foreign client.
     *
     * @param nanos its latencies; those of a foreign client are its waits for the lock
     */
    public record Odd(double opsPerSecond, @Nullable Double wastedPerOp, Histogram nanos) {}

    /** Returns the same result with the memory of held locks. */
    RunResult with(HeldBytes bytes) {
        return new RunResult(nanos, lost, rates, odd, bytes, topology);
    }
}
