package io.github.stormlock.topologies.accesslog.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleLogTest {
    private static final Pattern COMBINED = Pattern.compile(
            "(\\S+) - - \\[([^]]+)] \"([A-Z]+) (\\S+) HTTP/1\\.1\" (\\d{3}) (\\d+|-) \"([^\"]*)\" \"([^\"]*)\"");
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);

    @TempDir
    Path folder;

    @Test
    void sameSeedGivesTheSameBytesOnEveryMachine() throws Exception {
        Path log = write(7, 2_000);

        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(log));

        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("728941eb0145014891382d1e798777364b78c849801e34c470db1d06b230cb51");
    }

    @Test
    void hasExactlyTheLinesAskedFor() throws IOException {
        assertThat(write(3, 1)).content().hasLineCount(1).endsWith("\n");
        assertThat(lines(write(SampleLog.SEED, 12_345))).hasSize(12_345);
    }

    @Test
    void isShapedLikeARealLog() throws IOException {
        List<String> lines = lines(write(SampleLog.SEED, SampleLog.LINES));
        Map<String, Integer> targets = new HashMap<>();
        Map<String, Integer> agents = new HashMap<>();
        List<Instant> times = new ArrayList<>();
        int malformed = 0;
        for (String line : lines) {
            Matcher hit = COMBINED.matcher(line);
            if (hit.matches()) {
                targets.merge(hit.group(4), 1, Integer::sum);
                agents.merge(hit.group(8), 1, Integer::sum);
                times.add(OffsetDateTime.parse(hit.group(2), CLOCK).toInstant());
            } else {
                malformed++;
            }
        }

        assertThat(malformed).as("malformed lines").isBetween(30, 100);
        assertThat(targets).as("paths").hasSizeBetween(1_000, 3_000);
        assertThat(Collections.max(targets.values()))
                .as("hits of the hottest path")
                .isGreaterThan(2_500);
        assertThat(agents.keySet()).as("robots").anyMatch(agent -> agent.contains("SeekBot"));
        assertThat(hours(times)).as("hours with traffic").isBetween(80L, 130L);
        assertThat(late(times)).as("lines before an earlier one").isBetween(300L, 10_000L);
        assertThat(busiest(times)).as("hits of the busiest hour").isGreaterThan(3L * times.size() / hours(times));
    }

    private Path write(long seed, int lines) throws IOException {
        Path log = folder.resolve("log-" + seed + "-" + lines);
        SampleLog.write(log, seed, lines);
        return log;
    }

    private static List<String> lines(Path log) throws IOException {
        return Files.readAllLines(log);
    }

    private static long hours(List<Instant> times) {
        return times.stream().map(SampleLogTest::hour).distinct().count();
    }

    private static long busiest(List<Instant> times) {
        Map<Long, Long> perHour = new HashMap<>();
        times.forEach(time -> perHour.merge(hour(time), 1L, Long::sum));
        return Collections.max(perHour.values());
    }

    private static long late(List<Instant> times) {
        long late = 0;
        Instant latest = Instant.MIN;
        for (Instant time : times) {
            late += time.isBefore(latest) ? 1 : 0;
            latest = time.isAfter(latest) ? time : latest;
        }
        return late;
    }

    private static long hour(Instant time) {
        return time.getEpochSecond() / 3_600;
    }
}
