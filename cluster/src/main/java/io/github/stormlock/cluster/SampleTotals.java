package io.github.stormlock.cluster;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Reads the totals of the sample topologies from their entries in Redis. */
final class SampleTotals {
    private static final int PAGE = 1_000;

    private SampleTotals() {}

    /** Returns the totals by name; a sample that has written nothing has none. */
    static Map<String, Long> read(URI redis) {
        try (Jedis jedis = new Jedis(redis)) {
            Map<String, Long> totals = new LinkedHashMap<>();
            Map<String, String> site = jedis.hgetAll("site");
            if (!site.isEmpty()) {
                for (String field : new String[] {"hits", "malformed", "bytes", "largest"}) {
                    totals.put(field, Long.parseLong(site.getOrDefault(field, "0")));
                }
                for (String counted : new String[] {"visitors", "sessions", "paths", "errors", "hours"}) {
                    totals.put(counted, 0L);
                }
                each(jedis, "visitor:*", key -> {
                    totals.merge("visitors", 1L, Long::sum);
                    totals.merge("sessions", number(jedis.hget(key, "sessions")), Long::sum);
                });
                each(jedis, "page:*", key -> {
                    totals.merge("paths", 1L, Long::sum);
                    totals.merge("errors", number(jedis.hget(key, "errors")), Long::sum);
                });
                each(jedis, "hour:*", key -> totals.merge("hours", 1L, Long::sum));
            }
            each(jedis, "source:*", key -> {
                totals.merge("sources", 1L, Long::sum);
                totals.merge("sources_complete", number(jedis.hget(key, "complete")), Long::sum);
                totals.merge("given_up", number(jedis.hget(key, "given_up")), Long::sum);
            });
            each(jedis, "stock:*", key -> {
                totals.merge("articles", 1L, Long::sum);
                totals.merge("sold", number(jedis.hget(key, "sold")), Long::sum);
            });
            each(jedis, "orders:*", key -> {
                totals.merge("customers", 1L, Long::sum);
                totals.merge("orders", number(jedis.hget(key, "count")), Long::sum);
            });
            return totals;
        }
    }

    private static void each(Jedis jedis, String pattern, Consumer<String> action) {
        ScanParams params = new ScanParams().match(pattern).count(PAGE);
        Set<String> keys = new TreeSet<>();
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> page = jedis.scan(cursor, params);
            keys.addAll(page.getResult());
            cursor = page.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        keys.forEach(action);
    }

    private static long number(@Nullable String text) {
        return text == null || text.isEmpty() ? 0 : Long.parseLong(text);
    }
}
