package io.github.stormlock.demo;

import io.github.stormlock.demo.report.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts a log in memory, in one thread, with none of the code that is tested. */
final class Recount {
    private static final Pattern COMBINED = Pattern.compile(
            "(\\S+) \\S+ \\S+ \\[([^]]+)] \"(\\S+) (\\S+) \\S+\" (\\d{3}) (\\d+|-) \"[^\"]*\" \"[^\"]*\"");
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    private static final long SESSION_GAP_SECONDS = 30 * 60;

    private final Map<String, List<Long>> visits = new HashMap<>();
    private final Set<String> paths = new HashSet<>();
    private final Set<Long> hours = new HashSet<>();
    private final TreeMap<String, Long> status = new TreeMap<>();
    private final TreeMap<String, Long> method = new TreeMap<>();
    private long lines;
    private long hits;
    private long bytes;
    private long largest;
    private long errors;

    private Recount() {}

    static Totals of(Path log) throws IOException {
        Recount recount = new Recount();
        Files.readAllLines(log).forEach(recount::add);
        return recount.totals();
    }

    private void add(String line) {
        lines++;
        Matcher hit = COMBINED.matcher(line);
        if (!hit.matches()) {
            return;
        }
        hits++;
        long second = OffsetDateTime.parse(hit.group(2), CLOCK).toEpochSecond();
        long size = hit.group(6).equals("-") ? 0 : Long.parseLong(hit.group(6));
        visits.computeIfAbsent(hit.group(1), address -> new ArrayList<>()).add(second);
        hours.add(second / 3_600);
        method.merge(hit.group(3), 1L, Long::sum);
        paths.add(hit.group(4));
        status.merge(hit.group(5), 1L, Long::sum);
        errors += Integer.parseInt(hit.group(5)) >= 400 ? 1 : 0;
        bytes += size;
        largest = Math.max(largest, size);
    }

    private Totals totals() {
        return new Totals(
                lines,
                hits,
                lines - hits,
                bytes,
                largest,
                visits.size(),
                paths.size(),
                visits.values().stream().mapToLong(Recount::sessions).sum(),
                errors,
                hours.size(),
                status,
                method);
    }

    private static long sessions(List<Long> seconds) {
        Collections.sort(seconds);
        long sessions = 1;
        for (int i = 1; i < seconds.size(); i++) {
            sessions += seconds.get(i) - seconds.get(i - 1) > SESSION_GAP_SECONDS ? 1 : 0;
        }
        return sessions;
    }
}
