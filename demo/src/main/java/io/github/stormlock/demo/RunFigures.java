package io.github.stormlock.demo;

/**
 * What a run has done so far, summed over its bolts. Each number only rises within a run.
 *
 * @param events lines counted or recognised as counted, malformed ones and lines sent again included
 * @param commits guarded updates written
 * @param lockWaits updates that found their entry locked
 * @param waitedNanos the mean wait for a lock, in nanoseconds
 * @param replays lines recognised as already counted
 * @param timeouts updates whose lock was not granted in time
 * @param lost leases that ended before they were given back, and commits refused for it
 * @param unknown commits whose outcome could not be told at once
 * @param rejected tuples that can never succeed
 */
record RunFigures(
        long events,
        long commits,
        long lockWaits,
        double waitedNanos,
        long replays,
        long timeouts,
        long lost,
        long unknown,
        long rejected) {

    /** Nothing yet. */
    static final RunFigures NONE = new RunFigures(0, 0, 0, 0, 0, 0, 0, 0, 0);
}
