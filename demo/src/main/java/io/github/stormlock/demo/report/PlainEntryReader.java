package io.github.stormlock.demo.report;

import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;

/**
 * Reads the entries back from Redis with plain commands only, so that the numbers do not rest on the library that wrote
 * them. Not thread-safe.
 */
public final class PlainEntryReader {
    private static final int TOP_PAGES = 10;
    private static final int EXAMPLES = 3;

    /** The hours in keys are {@code yyyy-MM-ddTHH}; the minutes are added before parsing. */
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm", Locale.ROOT);

    private final UnifiedJedis redis;
    private final List<TrafficRow<String>> pages = new ArrayList<>();
    private final List<TrafficRow<LocalDateTime>> hours = new ArrayList<>();
    private long lines;
    private String error = "";
    private long visitors;
    private long visitorHits;
    private long sessions;

    private PlainEntryReader(UnifiedJedis redis) {
        this.redis = redis;
    }

    /** Reads the entries once. Nothing should write them meanwhile. */
    public static Findings read(UnifiedJedis redis) {
        return new PlainEntryReader(redis).read();
    }

    private Findings read() {
        Map<String, String> site = redis.hgetAll(AccessLogEntries.SITE);
        each(AccessLogEntries.SOURCE, List.of("lines", "error"), (name, values) -> {
            lines += number(values.get(0));
            error = Objects.requireNonNullElse(values.get(1), error);
        });
        each(AccessLogEntries.VISITOR, List.of("hits", "sessions"), (address, values) -> {
            visitors++;
            visitorHits += number(values.get(0));
            sessions += number(values.get(1));
        });
        each(AccessLogEntries.PAGE, TrafficRow.FIELDS, (path, values) -> pages.add(traffic(path, values)));
        each(
                AccessLogEntries.HOUR,
                TrafficRow.FIELDS,
                (hour, values) -> hours.add(traffic(LocalDateTime.parse(hour + ":00", HOUR), values)));
        hours.sort(Comparator.comparing(TrafficRow::of));
        pages.sort(TrafficRow.byHits());
        return new Findings(
                totals(site),
                site.getOrDefault("first", ""),
                site.getOrDefault("last", ""),
                List.copyOf(pages.subList(0, Math.min(TOP_PAGES, pages.size()))),
                List.copyOf(hours),
                TrafficRow.hits(pages),
                visitorHits,
                number(redis.hget(AccessLogEntries.REJECTED, "count")),
                new TreeMap<>(redis.hgetAll(AccessLogEntries.MALFORMED))
                        .values().stream().limit(EXAMPLES).toList(),
                error);
    }

    private Totals totals(Map<String, String> site) {
        return new Totals(
                lines,
                number(site.get("hits")),
                number(site.get("malformed")),
                number(site.get("bytes")),
                number(site.get("largest")),
                visitors,
                pages.size(),
                sessions,
                pages.stream().mapToLong(TrafficRow::errors).sum(),
                hours.size(),
                group(site, "status."),
                group(site, "method."));
    }

    private void each(String kind, List<String> fields, BiConsumer<String, List<@Nullable String>> row) {
        List<String> keys = List.copyOf(redis.keys(kind + "*"));
        List<Response<List<String>>> values = new ArrayList<>();
        try (AbstractPipeline pipeline = redis.pipelined()) {
            keys.forEach(key -> values.add(pipeline.hmget(key, fields.toArray(String[]::new))));
            pipeline.sync();
        }
        for (int i = 0; i < keys.size(); i++) {
            row.accept(keys.get(i).substring(kind.length()), values.get(i).get());
        }
    }

    private static <T extends Comparable<? super T>> TrafficRow<T> traffic(T of, List<@Nullable String> values) {
        return new TrafficRow<>(of, number(values.get(0)), number(values.get(1)), number(values.get(2)));
    }

    private static long number(@Nullable String value) {
        return value == null ? 0 : Long.parseLong(value);
    }

    /** Returns the fields that begin with {@code prefix}, without it. */
    private static SortedMap<String, Long> group(Map<String, String> hash, String prefix) {
        SortedMap<String, Long> group = new TreeMap<>();
        hash.forEach((field, value) -> {
            if (field.startsWith(prefix)) {
                group.put(field.substring(prefix.length()), Long.valueOf(value));
            }
        });
        return group;
    }
}
