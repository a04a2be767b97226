package io.github.stormlock.demo.report;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.DisplayText;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The text that the user is shown at the end of a run. */
public final class Summary {
    private static final int PATH_WIDTH = 44;
    private static final int BUSIEST = 5;
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:00", Locale.ROOT);

    private Summary() {}

    public static String of(Findings findings, RunFigures figures, double seconds) {
        return String.join(
                "\n",
                totals(findings, seconds),
                topPages(findings.topPages()),
                codes(findings.totals().status()),
                busiest(findings.hours()),
                locks(figures, seconds));
    }

    private static String totals(Findings findings, double seconds) {
        Totals totals = findings.totals();
        return new Table("Totals, as read back from Redis")
                .row("lines", number(totals.lines()), "of them malformed " + number(totals.malformed()))
                .row("hits", number(totals.hits()), hits(findings))
                .row("bytes", number(totals.bytes()), "the largest " + number(totals.largest()))
                .row("visitors", number(totals.visitors()), "sessions " + number(totals.sessions()))
                .row("paths", number(totals.paths()), "errors " + number(totals.errors()))
                .row("hours", number(totals.hours()), span(findings))
                .row("seconds", String.format(Locale.ROOT, "%.1f", seconds))
                .text();
    }

    private static String hits(Findings findings) {
        return findings.agree()
                ? "pages, visitors and hours agree"
                : "pages have " + number(findings.pageHits()) + ", visitors "
                        + number(findings.visitorHits()) + ", hours "
                        + number(findings.hourHits());
    }

    private static String span(Findings findings) {
        return findings.first().isEmpty()
                ? ""
                : DisplayText.of(findings.first(), 30) + " to " + DisplayText.of(findings.last(), 30);
    }

    private static String topPages(List<PageRow> pages) {
        Table table = new Table("Top pages", "path", "hits", "bytes", "errors");
        pages.forEach(page -> table.row(
                DisplayText.of(page.path(), PATH_WIDTH),
                number(page.hits()),
                DisplayText.bytes(page.bytes()),
                number(page.errors())));
        return table.text();
    }

    private static String codes(Map<String, Long> status) {
        Table table = new Table("Status codes", "status", "hits");
        status.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(code -> table.row(DisplayText.of(code.getKey(), 10), number(code.getValue())));
        return table.text();
    }

    private static String busiest(List<HourRow> hours) {
        Table table = new Table("Busiest hours (UTC)", "hour", "hits", "bytes", "errors");
        hours.stream()
                .sorted(HourRow.BY_HITS)
                .limit(BUSIEST)
                .forEach(hour -> table.row(
                        HOUR.format(hour.hour()),
                        number(hour.hits()),
                        DisplayText.bytes(hour.bytes()),
                        number(hour.errors())));
        return table.text();
    }

    private static String locks(RunFigures figures, double seconds) {
        return new Table("Locks")
                .row("updates committed", number(figures.updates()), perSecond(figures.updates(), seconds))
                .row("had to wait for others", number(figures.lockWaits()), meanWait(figures))
                .row("replays recognised", number(figures.replays()))
                .row("not granted in time", number(figures.timeouts()))
                .row("leases lost", number(figures.lost()))
                .row("outcome unknown", number(figures.unknown()))
                .row("tuples rejected", number(figures.rejected()))
                .text();
    }

    private static String perSecond(long count, double seconds) {
        return seconds > 0 ? number(Math.round(count / seconds)) + " per second" : "";
    }

    private static String meanWait(RunFigures figures) {
        return String.format(Locale.ROOT, "mean wait for a lock %.2f ms", figures.waitedNanos() / 1e6);
    }
}
