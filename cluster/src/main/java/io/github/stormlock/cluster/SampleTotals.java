package io.github.stormlock.cluster;

import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.KeyWalk;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkLimits;
import io.github.stormlock.insight.redis.WalkResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the totals of the sample topologies from their entries in Redis. */
final class SampleTotals {
    private static final WalkLimits ALL = new WalkLimits(Duration.ofHours(1), 1);

    private final RedisServers servers;
    private final Map<String, Long> totals = new LinkedHashMap<>();

    private SampleTotals(RedisServers servers) {
        this.servers = servers;
    }

    /** Returns the totals by name; a sample that has written nothing has none. */
    static Map<String, Long> read(RedisServers servers) {
        SampleTotals read = new SampleTotals(servers);
        if (servers.ask(Query.of("EXISTS", "site")).number().orElse(0) > 0) {
            for (String field : List.of("hits", "malformed", "bytes", "largest")) {
                read.totals.put(field, read.number("site", field));
            }
            List.of("visitors", "sessions", "paths", "errors", "hours")
                    .forEach(counted -> read.totals.put(counted, 0L));
            read.add("visitor:*", "visitors", Map.of("sessions", "sessions"));
            read.add("page:*", "paths", Map.of("errors", "errors"));
            read.add("hour:*", "hours", Map.of());
        }
        read.add("source:*", "sources", Map.of("complete", "sources_complete"));
        read.add("stock:*", "articles", Map.of("sold", "sold"));
        read.add("orders:*", "customers", Map.of("count", "orders"));
        return read.totals;
    }

    /** Counts the entries of a kind, and adds up some of their fields, each under a name. */
    private void add(String pattern, String count, Map<String, String> fields) {
        WalkResult walk = new KeyWalk(servers, ALL, pattern, "hash", key -> true, Integer.MAX_VALUE).walk();
        if (!walk.complete()) {
            throw new CannotAskException("not all keys " + pattern + " could be found: " + walk.refusal(), null);
        }
        for (String key : walk.keys()) {
            totals.merge(count, 1L, Long::sum);
            fields.forEach((field, name) -> totals.merge(name, number(key, field), Long::sum));
        }
    }

    private long number(String key, String field) {
        return servers.ask(Query.of("HGET", key, field)).number().orElse(0);
    }
}
