package io.github.stormlock.benchmarks;

import org.HdrHistogram.Histogram;

/**
 * One contender's run in one round.
 *
 * @param nanos the latencies of its calls; a call of a batch scenario is a whole batch
 * @param commandsPerOp executed by the server, those inside scripts included
 * @param slowerShare of the updates, made by the JVM that made fewest
 * @param lost updates that were made, warm-up included, and are not in the entries
 */
record RunResult(double opsPerSecond, Histogram nanos, double commandsPerOp, double slowerShare, long lost) {}
