package io.github.stormlock.demo.report;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.report.HtmlReport;
import io.github.stormlock.insight.report.MachineFacts;
import io.github.stormlock.insight.report.RankChart;
import io.github.stormlock.insight.report.ReportFact;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.ReportTable;
import io.github.stormlock.insight.report.RunReport;
import io.github.stormlock.insight.report.TimeChart;
import io.github.stormlock.insight.report.TimeSteps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes what came of a run as one HTML file, with its work over time. */
public final class DemoPage {
    private DemoPage() {}

    /**
     * Writes the file.
     *
     * @param log the name of the log
     * @param facts what tells this run from others; without a password
     * @param pace the work so far at some moments
     * @throws IOException if it cannot be written
     */
    public static void write(
            Path file,
            String log,
            List<ReportFact> facts,
            Findings findings,
            RunFigures figures,
            double seconds,
            List<RunPace> pace)
            throws IOException {
        List<ReportFact> all = new ArrayList<>(facts);
        all.add(new ReportFact("took", String.format(Locale.ROOT, "%.1f s", seconds)));
        all.addAll(MachineFacts.ofThisMachine());
        List<ReportSection> sections = new ArrayList<>();
        sections.add(totals(findings));
        if (pace.size() > 1) {
            sections.add(pace(pace));
        }
        sections.add(locks(figures, seconds));
        if (!findings.topPages().isEmpty()) {
            sections.add(pages(findings.topPages()));
            sections.add(hours(findings.hours()));
        }
        sections.add(codes(findings.totals().status()));
        HtmlReport.write(
                new RunReport(
                        "Access log: " + log,
                        findings.complaint().isEmpty() ? Level.OK : Level.WRONG,
                        findings.complaint()
                                .orElse(
                                        findings.agree()
                                                ? "each hit was counted once: pages, visitors and hours agree"
                                                : "done"),
                        all,
                        sections),
                file);
    }

    private static ReportSection totals(Findings findings) {
        Totals totals = findings.totals();
        return ReportSection.of(
                "Totals, as read back from Redis",
                findings.first().isEmpty() ? "" : findings.first() + " to " + findings.last(),
                new ReportTable(
                        List.of("what", "how many"),
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
                                List.of("hours", number(totals.hours())))));
    }

    /** Returns the rates between the moments at which the work was looked at. */
    private static ReportSection pace(List<RunPace> pace) {
        double seconds = Math.max(1, pace.get(pace.size() - 1).second());
        TimeSteps events = new TimeSteps(seconds, 1);
        TimeSteps waits = new TimeSteps(seconds, 1);
        TimeSteps replays = new TimeSteps(seconds, 1);
        for (int i = 1; i < pace.size(); i++) {
            RunPace now = pace.get(i);
            RunPace before = pace.get(i - 1);
            events.spread(before.second(), now.second(), (double)
                    (now.figures().events() - before.figures().events()));
            waits.spread(before.second(), now.second(), (double)
                    (now.figures().lockWaits() - before.figures().lockWaits()));
            replays.spread(before.second(), now.second(), (double)
                    (now.figures().replays() - before.figures().replays()));
        }
        return ReportSection.of(
                "Work over time",
                "",
                new TimeChart(
                        TimeChart.Shape.LINES,
                        "per second",
                        seconds,
                        List.of(
                                events.perSecond("lines"),
                                waits.perSecond("updates that waited"),
                                replays.perSecond("replays")),
                        List.of()));
    }

    private static ReportSection locks(RunFigures figures, double seconds) {
        return ReportSection.of(
                "Locks",
                "",
                new ReportTable(
                        List.of("what", "how many"),
                        List.of(
                                List.of("updates committed", number(figures.updates())),
                                List.of(
                                        "each second",
                                        seconds > 0 ? number(Math.round(figures.updates() / seconds)) : "–"),
                                List.of("had to wait for others", number(figures.lockWaits())),
                                List.of(
                                        "mean wait",
                                        String.format(Locale.ROOT, "%.2f ms", figures.waitedNanos() / 1e6)),
                                List.of("replays recognised", number(figures.replays())),
                                List.of("not granted in time", number(figures.timeouts())),
                                List.of("leases lost", number(figures.lost())),
                                List.of("outcome unknown", number(figures.unknown())),
                                List.of("tuples rejected", number(figures.rejected())))));
    }

    private static ReportSection pages(List<PageRow> pages) {
        return new ReportSection(
                "Top pages",
                "",
                new RankChart(
                        "hits",
                        pages.stream()
                                .map(page -> new RankChart.Bar(
                                        DisplayText.of(page.path(), 40), page.hits(), page.hits(), page.hits(), true))
                                .toList()),
                new ReportTable(
                        List.of("path", "hits", "bytes", "errors"),
                        pages.stream()
                                .map(page -> List.of(
                                        page.path(), number(page.hits()), number(page.bytes()), number(page.errors())))
                                .toList()));
    }

    private static ReportSection hours(List<HourRow> hours) {
        return ReportSection.of(
                "Hours (UTC)",
                "",
                new ReportTable(
                        List.of("hour", "hits", "bytes", "errors"),
                        hours.stream()
                                .map(hour -> List.of(
                                        hour.hour().toString(),
                                        number(hour.hits()),
                                        number(hour.bytes()),
                                        number(hour.errors())))
                                .toList()));
    }

    private static ReportSection codes(Map<String, Long> status) {
        return ReportSection.of(
                "Status codes",
                "",
                new ReportTable(
                        List.of("status", "hits"),
                        status.entrySet().stream()
                                .map(code -> List.of(code.getKey(), number(code.getValue())))
                                .toList()));
    }
}
