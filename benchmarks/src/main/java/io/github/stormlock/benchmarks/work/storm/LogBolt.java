package io.github.stormlock.benchmarks.work.storm;

import java.util.Locale;

/** The bolts of the access-log sample that nearly every line reaches. */
enum LogBolt {
    SITE_HITS,
    HIT_COUNTS,
    VISITOR_SESSIONS;

    /** Returns the component id. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
