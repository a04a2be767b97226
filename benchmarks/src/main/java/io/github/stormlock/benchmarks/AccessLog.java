package io.github.stormlock.benchmarks;

import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** A log of {@value #PAGES} pages, the same every time: the n-th most wanted page is asked for 1/n times as often as the first. */
final class AccessLog {
    static final int PAGES = 1_000;

    private static final int LINES = 50_000;
    private static final long SEED = 1;
    private static final int SECONDS_PER_DAY = 86_400;

    private AccessLog() {}

    /** The entry of a page. */
    static String key(int page) {
        return AccessLogEntries.page(path(page));
    }

    static List<String> lines() {
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
                "192.0.2.%d - - [01/Jan/2024:%02d:%02d:%02d +0000] \"GET %s HTTP/1.1\" 200 %d",
                random.nextInt(1, 255),
                second / 3_600,
                second / 60 % 60,
                second % 60,
                path(page),
                random.nextInt(100_000));
    }

    private static String path(int page) {
        return "/page/" + page;
    }
}
