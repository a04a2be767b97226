package io.github.stormlock.benchmarks.scenario;

import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates the log of one day, the same every time. It has {@value #PAGES} pages, of which the n-th most wanted is asked
 * for 1/n times as often as the first, and {@value #VISITORS} visitors who come equally often.
 */
public final class AccessLog {
    public static final int PAGES = 1_000;

    private static final int VISITORS = 250;
    private static final int HOURS = 24;
    private static final int LINES = 50_000;
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
    private static final long SEED = 1;
    private static final int SECONDS_PER_DAY = 86_400;

    private AccessLog() {}

    /** Returns the keys of all entries in which its lines are counted. */
    public static List<String> keys() {
        Stream<String> pages = IntStream.range(0, PAGES).mapToObj(page -> AccessLogEntries.page(path(page)));
        Stream<String> visitors =
                IntStream.range(0, VISITORS).mapToObj(visitor -> AccessLogEntries.visitor(address(visitor)));
        Stream<String> hours =
                IntStream.range(0, HOURS).mapToObj(hour -> AccessLogEntries.hour(BEGIN.plus(Duration.ofHours(hour))));
        return Stream.of(Stream.of(AccessLogEntries.SITE), pages, visitors, hours)
                .flatMap(same -> same)
                .toList();
    }

    public static List<String> lines() {
        Random random = new Random(SEED);
        double[] upTo = popularity();
        List<String> lines = new ArrayList<>(LINES);
        for (int i = 0; i < LINES; i++) {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[PAGES - 1]);
            lines.add(line(random, found < 0 ? -found - 1 : found, i));
        }
        return lines;
    }

    private static double[] popularity() {
        double[] upTo = new double[PAGES];
        double sum = 0;
        for (int i = 0; i < PAGES; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
        return upTo;
    }

    private static String line(Random random, int page, int number) {
        int second = (int) ((long) number * SECONDS_PER_DAY / LINES);
        return String.format(
                Locale.ROOT,
                "%s - - [01/Jan/2024:%02d:%02d:%02d +0000] \"GET %s HTTP/1.1\" 200 %d",
                address(random.nextInt(VISITORS)),
                second / 3_600,
                second / 60 % 60,
                second % 60,
                path(page),
                random.nextInt(100_000));
    }

    private static String address(int visitor) {
        return "192.0.2." + (visitor + 1);
    }

    private static String path(int page) {
        return "/page/" + page;
    }
}
