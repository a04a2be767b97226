package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.time.Instant;
import java.util.Locale;
import org.apache.storm.tuple.Tuple;

/**
 * The things by which the hits of a log are counted, as in the access-log sample. Each hit counts for all of them, in
 * entries of their own.
 */
enum HitCount {
    SITE,
    PAGE,
    VISITOR,
    HOUR;

    String key(Tuple hit) {
        return switch (this) {
            case SITE -> AccessLogEntries.SITE;
            case PAGE -> AccessLogEntries.page(hit.getStringByField("path"));
            case VISITOR -> AccessLogEntries.visitor(hit.getStringByField("address"));
            case HOUR -> AccessLogEntries.hour(Instant.ofEpochSecond(hit.getLongByField("time")));
        };
    }

    /** Returns the component id. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
