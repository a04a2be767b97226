package io.github.stormlock.benchmarks.scenario;

import java.io.Serializable;
import java.time.Duration;

/**
 * A JVM that updates entries.
 *
 * @param threads the number of threads that update at the same time, 1 or more
 * @param clients the number of instances of the contender, which take turns: with two, each meets entries that the other has
 *     changed
 * @param computing the time that each update computes, asleep
 * @param far {@code true} if half a millisecond is added to its round trips
 */
public record UpdatingJvm(int threads, int clients, Duration computing, boolean far) implements Serializable {}
