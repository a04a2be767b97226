package io.github.stormlock.topologies.testing;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A log made from a seed, out of order and with malformed lines, and the entries that a sort and a count make of it.
 */
public record SeededLog(List<String> lines, List<SampleHit> hits, int malformed) {

    private static final Instant BEGIN = Instant.parse("2024-02-28T22:00:00Z");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.ofHours(2));

    /** A hit as it was made up. */
    public record SampleHit(String address, Instant time, String method, String path, int status, long bytes) {
        String line(boolean combined) {
            String common = address + " - - [" + TIME.format(time) + "] \"" + method + " " + path + " HTTP/1.1\" "
                    + status + " " + (bytes == 0 ? "-" : bytes);
            return combined ? common + " \"-\" \"agent \\\"1\\\"\"" : common;
        }
    }

    public static SeededLog of(long seed, int count) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        List<SampleHit> hits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SampleHit hit = hit(random, i);
            String line = hit.line(random.nextBoolean());
            if (random.nextInt(100) == 0) {
                lines.add(line.substring(0, random.nextInt(line.indexOf('"'))));
            } else {
                lines.add(line);
                hits.add(hit);
            }
        }
        return new SeededLog(lines, hits, count - hits.size());
    }

    private static SampleHit hit(Random random, int i) {
        int skewed = (int) Math.abs(random.nextGaussian() * 8);
        return new SampleHit(
                random.nextInt(3) == 0 ? "2001:db8::" + random.nextInt(9) : "192.0.2." + random.nextInt(40),
                BEGIN.plusSeconds(20L * i + random.nextInt(4_000)),
                random.nextInt(9) == 0 ? "HEAD" : "GET",
                skewed < 20 ? "/page/" + skewed : "/?q=" + random.nextInt(50),
                List.of(200, 200, 200, 304, 404, 500).get(random.nextInt(6)),
                random.nextInt(4) == 0 ? 0 : random.nextInt(100_000));
    }

    public String text() {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    /** Returns all entries without the sessions: by key, the fields and their values. */
    public Map<String, Map<String, String>> entries() {
        Map<String, Map<String, String>> entries = new TreeMap<>();
        entries.put("site", site());
        grouped(entries, "page:", SampleHit::path, List.of("hits", "bytes", "largest", "last", "errors"));
        grouped(entries, "visitor:", SampleHit::address, List.of("hits", "first", "last"));
        grouped(
                entries,
                "hour:",
                hit -> hit.time().toString().replaceAll(":.*", ""),
                List.of("hits", "bytes", "errors"));
        return entries;
    }

    private Map<String, String> site() {
        Map<String, String> site = totals(hits, List.of("hits", "bytes", "largest", "first", "last"));
        site.put("malformed", Integer.toString(malformed));
        hits.forEach(hit -> site.merge("status." + hit.status(), "1", SeededLog::plus));
        hits.forEach(hit -> site.merge("method." + hit.method(), "1", SeededLog::plus));
        return site;
    }

    private static String plus(String one, String two) {
        return Long.toString(Long.parseLong(one) + Long.parseLong(two));
    }

    private void grouped(
            Map<String, Map<String, String>> entries,
            String prefix,
            java.util.function.Function<SampleHit, String> by,
            List<String> fields) {
        hits.stream()
                .collect(Collectors.groupingBy(by))
                .forEach((name, group) -> entries.put(prefix + name, totals(group, fields)));
    }

    private static Map<String, String> totals(List<SampleHit> hits, List<String> fields) {
        Map<String, String> totals = new TreeMap<>();
        totals.put("hits", Integer.toString(hits.size()));
        totals.put(
                "bytes", Long.toString(hits.stream().mapToLong(SampleHit::bytes).sum()));
        totals.put(
                "largest",
                Long.toString(hits.stream().mapToLong(SampleHit::bytes).max().orElseThrow()));
        totals.put("first", times(hits).get(0).toString());
        totals.put("last", times(hits).get(hits.size() - 1).toString());
        long errors = hits.stream().filter(hit -> hit.status() >= 400).count();
        if (errors > 0) {
            totals.put("errors", Long.toString(errors));
        }
        totals.keySet().retainAll(fields);
        return totals;
    }

    private static List<Instant> times(List<SampleHit> hits) {
        return hits.stream().map(SampleHit::time).sorted().toList();
    }

    /** Returns the number of sessions of all visitors together. */
    public long sessions() {
        return hits.stream().collect(Collectors.groupingBy(SampleHit::address)).values().stream()
                .mapToLong(SeededLog::sessions)
                .sum();
    }

    private static long sessions(List<SampleHit> hits) {
        List<Instant> times = times(hits);
        long sessions = 1;
        for (int i = 1; i < times.size(); i++) {
            if (times.get(i).getEpochSecond() - times.get(i - 1).getEpochSecond() > 1_800) {
                sessions++;
            }
        }
        return sessions;
    }
}
