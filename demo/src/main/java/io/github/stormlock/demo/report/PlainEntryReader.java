package io.github.stormlock.demo.report;

import io.github.stormlock.demo.redis.Fields;
import io.github.stormlock.demo.redis.HashScan;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import redis.clients.jedis.UnifiedJedis;

/**
 * Reads the entries back from Redis with plain commands only, so that the numbers do not rest on the library that wrote
 * them. Takes a few bytes of memory for each key, and the hours. Not thread-safe.
 */
public final class PlainEntryReader {
    private static final int TOP_PAGES = 10;

    /** The hours in keys are {@code yyyy-MM-ddTHH}; the minutes are added before parsing. */
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm");

    private final UnifiedJedis redis;
    private final HashScan hashes;

    private final Top<PageRow> topPages = new Top<>(TOP_PAGES, PageRow.BY_HITS);
    private final List<HourRow> hours = new ArrayList<>();
    private long lines;
    private long givenUp;
    private String error = "";
    private long paths;
    private long pageHits;
    private long errors;
    private long visitors;
    private long visitorHits;
    private long sessions;

    private PlainEntryReader(UnifiedJedis redis) {
        this.redis = redis;
        this.hashes = new HashScan(redis);
    }

    /** Reads the entries once. Nothing should write them meanwhile. */
    public static Findings read(UnifiedJedis redis) {
        return new PlainEntryReader(redis).read();
    }

    private Findings read() {
        Map<String, String> site = redis.hgetAll("site");
        readSources();
        readPages();
        readVisitors();
        readHours();
        return new Findings(
                totals(site),
                site.getOrDefault("first", ""),
                site.getOrDefault("last", ""),
                topPages.inOrder(),
                hours,
                pageHits,
                visitorHits,
                Fields.number(redis.hget("rejected", "count")),
                givenUp,
                error);
    }

    private Totals totals(Map<String, String> site) {
        return new Totals(
                lines,
                Fields.number(site, "hits"),
                Fields.number(site, "malformed"),
                Fields.number(site, "bytes"),
                Fields.number(site, "largest"),
                visitors,
                paths,
                sessions,
                errors,
                hours.size(),
                Fields.group(site, "status."),
                Fields.group(site, "method."));
    }

    private void readSources() {
        hashes.each("source:", List.of("lines", "given_up", "error"), (name, values) -> {
            lines += Fields.number(values, 0);
            givenUp += Fields.number(values, 1);
            error = Objects.requireNonNullElse(values.get(2), error);
        });
    }

    private void readPages() {
        hashes.each("page:", List.of("hits", "bytes", "errors"), (path, values) -> {
            PageRow row =
                    new PageRow(path, Fields.number(values, 0), Fields.number(values, 1), Fields.number(values, 2));
            paths++;
            pageHits += row.hits();
            errors += row.errors();
            topPages.offer(row);
        });
    }

    private void readVisitors() {
        hashes.each("visitor:", List.of("hits", "sessions"), (address, values) -> {
            visitors++;
            visitorHits += Fields.number(values, 0);
            sessions += Fields.number(values, 1);
        });
    }

    private void readHours() {
        hashes.each(
                "hour:",
                List.of("hits", "bytes", "errors"),
                (hour, values) -> hours.add(new HourRow(
                        LocalDateTime.parse(hour + ":00", HOUR),
                        Fields.number(values, 0),
                        Fields.number(values, 1),
                        Fields.number(values, 2))));
        hours.sort(Comparator.comparing(HourRow::hour));
    }
}
