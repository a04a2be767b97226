package io.github.stormlock.benchmarks.work.load;

/** The figures of a topology that counts an access log, besides its rate. Of several JVMs, the highest of each counts. */
public enum TopologyFigure {
    LINES_PER_S,
    SCRIPTS_PER_OP,
    UPDATES_PER_GROUP,
    /** The threads of the library. */
    THREADS,
    SITE_HITS_P50_US,
    SITE_HITS_P99_US,
    HIT_COUNTS_P50_US,
    HIT_COUNTS_P99_US,
    VISITOR_SESSIONS_P50_US,
    VISITOR_SESSIONS_P99_US
}
