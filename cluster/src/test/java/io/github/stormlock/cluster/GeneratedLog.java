package io.github.stormlock.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** An access log from a fixed seed. Its true totals are counted while it is written, by no code of the library. */
record GeneratedLog(Path file, Map<String, Long> totals) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final long BEGIN = Instant.parse("2025-05-01T00:00:00Z").getEpochSecond();
    private static final int SESSION_SECONDS = 1_800;

    static GeneratedLog write(Path file, int lines) {
        Random random = new Random(7);
        List<String> text = new ArrayList<>(lines);
        Map<String, Long> totals = new HashMap<>();
        Map<String, TreeMap<Long, Long>> visits = new HashMap<>();
        Set<String> paths = new HashSet<>();
        Set<Long> hours = new HashSet<>();
        for (int i = 0; i < lines; i++) {
            if (i % 997 == 500) {
                text.add("this is no line of a log " + i);
                totals.merge("malformed", 1L, Long::sum);
                continue;
            }
            // The lines are slightly out of order, as in real logs.
            long at = BEGIN + i * 4L + random.nextInt(60);
            String visitor = "10.0." + random.nextInt(4) + "." + random.nextInt(100);
            String path = "/page/" + (int) Math.abs(random.nextGaussian() * 60);
            long bytes = random.nextInt(100_000);
            int status = random.nextInt(50) == 0 ? 404 : 200;
            text.add(visitor + " - - [" + TIME.format(Instant.ofEpochSecond(at)) + "] \"GET " + path + " HTTP/1.1\" "
                    + status + " " + bytes);
            totals.merge("hits", 1L, Long::sum);
            totals.merge("bytes", bytes, Long::sum);
            totals.merge("largest", bytes, Math::max);
            totals.merge("errors", status == 404 ? 1L : 0L, Long::sum);
            visits.computeIfAbsent(visitor, any -> new TreeMap<>()).merge(at, 1L, Long::sum);
            paths.add(path);
            hours.add(at / 3_600);
        }
        totals.put("visitors", (long) visits.size());
        totals.put("paths", (long) paths.size());
        totals.put("hours", (long) hours.size());
        totals.put(
                "sessions",
                visits.values().stream().mapToLong(GeneratedLog::sessions).sum());
        try {
            Files.write(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new GeneratedLog(file, Map.copyOf(totals));
    }

    private static long sessions(TreeMap<Long, Long> times) {
        long sessions = 0;
        long last = Long.MIN_VALUE / 2;
        for (long at : times.keySet()) {
            sessions += at - last > SESSION_SECONDS ? 1 : 0;
            last = at;
        }
        return sessions;
    }
}
