package io.github.stormlock.benchmarks.work.load;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The figures of one run. A work leaves out those that it does not measure. Commands, round trips and processor time are
 * divided by the updates of all, the odd one included: the slow JVM, the far one, or the foreign client.
 */
public enum Measure {
    /** Updates per second, without those of the odd one. */
    OPS_PER_S,
    P50_US,
    P99_US,
    /** The commands that clients send, including those that renew or subscribe, but not those that scripts call. */
    COMMANDS_PER_OP,
    /** The round trips as the server sees them: its reads. */
    ROUND_TRIPS_PER_OP,
    /** The processor time of the contender's JVMs, if the system tells it. */
    CLIENT_CPU_US,
    REDIS_CPU_US,
    /** The part of it that scripts took, by the server's own counting. */
    SCRIPT_US,
    /** The processor time of client and Redis together. */
    CPU_US,
    /** The computations whose result was not written, without those of the odd one. */
    WASTED_PER_OP,
    /** The part of the updates that the slowest JVM made. */
    SLOWER_SHARE,
    ODD_OPS_PER_S("odd one %,.0f ops/s"),
    /** The latencies of the odd one; those of a foreign client are its waits for the lock. */
    ODD_MEAN_US("its mean %,.0f us"),
    ODD_P99_US("p99 %,.0f us"),
    ODD_MAX_US("longest %,.0f us"),
    ODD_WASTED_PER_OP("wasted/op %.2f"),
    // Of a topology that counts an access log. Of several JVMs, the highest of each counts.
    LINES_PER_S("%,.0f lines/s"),
    SCRIPTS_PER_OP("scripts/op %.3f"),
    UPDATES_PER_GROUP("updates in a group %.1f"),
    /** The threads of the library. */
    THREADS("threads %.0f"),
    SITE_HITS_P50_US("site-hits p50 %,.0f us"),
    SITE_HITS_P99_US("p99 %,.0f us"),
    HIT_COUNTS_P50_US("hit-counts p50 %,.0f us"),
    HIT_COUNTS_P99_US("p99 %,.0f us"),
    VISITOR_SESSIONS_P50_US("visitor-sessions p50 %,.0f us"),
    VISITOR_SESSIONS_P99_US("p99 %,.0f us");

    private final String words;

    /** One that each scenario measures, or nearly so: it has a column of its own. */
    Measure() {
        this("");
    }

    Measure(String words) {
        this.words = words;
    }

    /** Returns the figure in words if only some scenarios measure it; otherwise nothing. */
    public String words(double value) {
        return String.format(Locale.ROOT, words, value);
    }

    /** Returns a percentile in microseconds. */
    public static double percentile(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }

    /** Returns its name in the JSON file. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
