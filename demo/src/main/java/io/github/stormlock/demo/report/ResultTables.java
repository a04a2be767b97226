package io.github.stormlock.demo.report;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.DisplayText;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What came of a run in tables, which the console and the page show. */
public final class ResultTables {
    private static final int BUSIEST = 5;
    private static final List<String> COUNTS = List.of("what", "how many");

    private ResultTables() {}

    /** Returns the text that the user is shown at the end of a run. */
    public static String text(Findings findings, RunFigures figures, double seconds) {
        return String.join(
                "\n",
                totals(findings, seconds).text() + malformed(findings),
                pages(findings.topPages()).text(),
                codes(findings.totals().status()).text(),
                busiest(findings).text(),
                updates(figures, seconds).text());
    }

    /** Returns the reasons and beginnings of some malformed lines, each once, in whole: the table would cut them. */
    private static String malformed(Findings findings) {
        return findings.malformed().stream()
                .distinct()
                .map(line -> "  malformed: " + DisplayText.oneLine(line) + "\n")
                .collect(Collectors.joining());
    }

    /** @param facts what tells this run from others, by name */
    static Table run(Map<String, String> facts) {
        Map<String, String> all = new LinkedHashMap<>(facts);
        all.put("CPUs", Integer.toString(Runtime.getRuntime().availableProcessors()));
        all.put("system", System.getProperty("os.name") + ", Java " + System.getProperty("java.version"));
        return new Table(
                "The run",
                List.of("what", "which"),
                all.entrySet().stream()
                        .map(fact -> List.of(fact.getKey(), fact.getValue()))
                        .toList());
    }

    static Table totals(Findings findings, double seconds) {
        Totals totals = findings.totals();
        return new Table(
                "Totals, as read back from Redis",
                COUNTS,
                List.of(
                        List.of("lines", number(totals.lines())),
                        List.of("malformed lines", number(totals.malformed())),
                        List.of("hits", number(totals.hits())),
                        List.of("hits of all pages", number(findings.pageHits())),
                        List.of("hits of all visitors", number(findings.visitorHits())),
                        List.of("hits of all hours", number(findings.hourHits())),
                        List.of("bytes", number(totals.bytes())),
                        List.of("bytes of the largest", number(totals.largest())),
                        List.of("visitors", number(totals.visitors())),
                        List.of("sessions", number(totals.sessions())),
                        List.of("paths", number(totals.paths())),
                        List.of("errors", number(totals.errors())),
                        List.of("hours", number(totals.hours())),
                        List.of("first", findings.first()),
                        List.of("last", findings.last()),
                        List.of("seconds", one("%.1f", seconds)),
                        List.of("lines each second", number(Math.round(totals.lines() / Math.max(seconds, 0.001))))));
    }

    static Table pages(List<TrafficRow<String>> pages) {
        return traffic("Top pages", "path", pages);
    }

    static Table hours(Findings findings) {
        return traffic("Hours (UTC)", "hour", findings.hours());
    }

    private static Table busiest(Findings findings) {
        return traffic(
                "Busiest hours (UTC)",
                "hour",
                findings.hours().stream()
                        .sorted(TrafficRow.byHits())
                        .limit(BUSIEST)
                        .toList());
    }

    static Table codes(Map<String, Long> status) {
        return new Table(
                "Status codes",
                List.of("status", "hits"),
                status.entrySet().stream()
                        .sorted(Collections.reverseOrder(Comparator.comparingLong(Map.Entry::getValue)))
                        .map(code -> List.of(code.getKey(), number(code.getValue())))
                        .toList());
    }

    static Table updates(RunFigures figures, double seconds) {
        return new Table(
                "Updates",
                COUNTS,
                List.of(
                        List.of("written", number(figures.updates())),
                        List.of("each second", number(Math.round(figures.updates() / Math.max(seconds, 0.001)))),
                        List.of("mean round trip of a write", one("%.1f ms", figures.tookNanos() / 1e6)),
                        List.of("written by one script", one("%.1f", of(figures.updates(), figures.scripts()))),
                        List.of("conflicts, of 100", one("%.2f", 100 * of(figures.conflicts(), figures.updates()))),
                        List.of("replays recognised", number(figures.replays())),
                        List.of("not granted in time", number(figures.timeouts())),
                        List.of("leases lost", number(figures.lost())),
                        List.of("outcome unknown", number(figures.unknown())),
                        List.of("tuples rejected", number(figures.rejected()))));
    }

    private static double of(long some, long others) {
        return some / (double) Math.max(others, 1);
    }

    private static String one(String form, double number) {
        return String.format(Locale.ROOT, form, number);
    }

    private static Table traffic(String title, String heading, List<? extends TrafficRow<?>> rows) {
        return new Table(
                title,
                List.of(heading, "hits", "bytes", "errors"),
                rows.stream()
                        .map(row -> List.of(
                                row.of().toString(), number(row.hits()), number(row.bytes()), number(row.errors())))
                        .toList());
    }
}
