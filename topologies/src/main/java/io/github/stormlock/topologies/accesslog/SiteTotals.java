package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import java.util.Set;

/**
 * Counts a hit in the site's hash. Clients choose the methods, so the hash may grow, and only the fields that are
 * needed are read.
 */
final class SiteTotals {

    private SiteTotals() {}

    static Set<String> fields(LogLine.Hit hit) {
        return Set.of("hits", "bytes", "largest", "first", "last", status(hit), method(hit));
    }

    static void add(HashEntry site, LogLine.Hit hit) {
        site.add("hits", 1);
        site.add("bytes", hit.bytes());
        site.max("largest", hit.bytes());
        Instants.first(site, hit.time());
        Instants.last(site, hit.time());
        site.add(status(hit), 1);
        site.add(method(hit), 1);
    }

    private static String status(LogLine.Hit hit) {
        // The status has three digits, as logged: some servers log 000.
        return "status." + Integer.toString(1_000 + hit.status()).substring(1);
    }

    private static String method(LogLine.Hit hit) {
        return "method." + hit.method();
    }
}
