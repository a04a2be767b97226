package io.github.stormlock.internal.figures;

/**
 * The figures of one group of updates that was written. Immutable.
 *
 * @param updates how many updates
 * @param waits how many of them had waited
 * @param waitNanos the sum of their waits
 * @param busyNanos the time in which the group was made
 * @param misses how often it was computed on what did not stand
 * @param queue how many updates stood behind it in this JVM
 */
public record GroupFigures(int updates, int waits, long waitNanos, long busyNanos, int misses, int queue) {}
