package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.util.Map;

/**
 * The sessions of a client, in its hash. A gap of more than 30 minutes ends a session. Each session is a field,
 * {@code session.<start>} with its end as value, both in seconds since 1970. A hit extends a session, joins two, or
 * begins one. So the sessions do not depend on the order of the hits, and the entry grows by sessions, not by hits.
 */
final class Sessions {

    static final long GAP_SECONDS = 30 * 60;

    private static final String SESSION = "session.";

    private Sessions() {}

    /**
     * Adds a hit.
     *
     * @param time the time of the hit, in seconds since 1970
     */
    static void add(HashEntry visitor, long time) {
        long start = time;
        long end = time;
        int joined = 0;
        for (Map.Entry<String, String> field : visitor.asMap().entrySet()) {
            if (!field.getKey().startsWith(SESSION)) {
                continue;
            }
            long from = Long.parseLong(field.getKey().substring(SESSION.length()));
            long to = Long.parseLong(field.getValue());
            if (from - GAP_SECONDS <= time && time <= to + GAP_SECONDS) {
                start = Math.min(start, from);
                end = Math.max(end, to);
                visitor.remove(field.getKey());
                joined++;
            }
        }
        visitor.set(SESSION + start, end);
        visitor.add("sessions", 1 - joined);
        visitor.max("longest", end - start);
    }
}
