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
 * Generates the log of one day, the same every time. The n-th most wanted of {@value #PAGES} pages is asked for 1/n times as
 * often as the first. Visitors come in visits, as they do in real logs: {@value #VISITING} visits go on at a time, each of four
 * or five lines on average, and the next of {@value #VISITORS} visitors follows one that ends. So the distinct visitors, and
 * the distinct pages, of successive lines are about as many as in a real log of 10,000 lines: of 64 lines 0.335 and 0.63 for
 * each line, of 250 lines 0.271 and 0.46, of 1,000 lines 0.226 and 0.32, all within 15 %.
 */
public final class AccessLog {
    public static final int PAGES = 1_000;

    private static final int VISITORS = 2_000;
    private static final int VISITING = 10;
    private static final double LAST_OF_A_VISIT = 0.22;
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
        int[] visiting = IntStream.range(0, VISITING).toArray();
        int visits = VISITING;
        for (int i = 0; i < LINES; i++) {
            int visit = random.nextInt(VISITING);
            int found = Arrays.binarySearch(upTo, random.nextDouble() * upTo[PAGES - 1]);
            lines.add(line(visiting[visit], found < 0 ? -found - 1 : found, random.nextInt(100_000), i));
            if (random.nextDouble() < LAST_OF_A_VISIT) {
                visiting[visit] = visits++ % VISITORS;
            }
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

    private static String line(int visitor, int page, int bytes, int number) {
        int second = (int) ((long) number * SECONDS_PER_DAY / LINES);
        return String.format(
                Locale.ROOT,
                "%s - - [01/Jan/2024:%02d:%02d:%02d +0000] \"GET %s HTTP/1.1\" 200 %d",
                address(visitor),
                second / 3_600,
                second / 60 % 60,
                second % 60,
                path(page),
                bytes);
    }

    private static String address(int visitor) {
        return "198.18." + visitor / 250 + "." + (visitor % 250 + 1);
    }

    private static String path(int page) {
        return "/page/" + page;
    }
}
