package io.github.stormlock.demo.report;

/**
 * The work of a run so far, summed over its bolts. Each number but the mean only rises within a run.
 *
 * @param events lines that were counted, or recognised as already counted
 * @param updates updates that were written
 * @param scripts groups of updates that were written together, by one script each
 * @param conflicts times that an entry had changed before updates of it were written, or its lock was held
 * @param tookNanos the mean round trip of a script that wrote, in nanoseconds; 0 until the run has ended
 * @param replays lines recognised as already counted
 * @param timeouts updates that were not granted the lock, or had no turn, in time
 * @param lost leases that ended before they were given back, and commits refused because of it
 * @param unknown updates whose outcome could not be told
 * @param rejected tuples that can never succeed
 */
public record RunFigures(
        long events,
        long updates,
        long scripts,
        long conflicts,
        double tookNanos,
        long replays,
        long timeouts,
        long lost,
        long unknown,
        long rejected) {

    /** The figures before anything is done. */
    public static final RunFigures NONE = new RunFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * The figures at one moment.
     *
     * @param second seconds from the first look
     */
    public record At(double second, RunFigures figures) {}
}
