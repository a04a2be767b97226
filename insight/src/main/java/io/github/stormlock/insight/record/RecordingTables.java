package io.github.stormlock.insight.record;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.ReportTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;

/** The tables of a recording's report. Immutable, as long as its figures are left alone. */
final class RecordingTables {
    private static final int MOST_ROWS = 30;
    private static final int MOST_TROUBLES = 200;

    private final List<Look> looks;
    private final EntryFigures entries;
    private final WorkerFigures workers;

    RecordingTables(List<Look> looks, EntryFigures entries, WorkerFigures workers) {
        this.looks = looks;
        this.entries = entries;
        this.workers = workers;
    }

    ReportSection totals() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("updates each second", looks.stream().mapToDouble(look -> look.totals()
                .updates())));
        rows.add(row("replays each second", looks.stream().mapToDouble(look -> look.totals()
                .replays())));
        rows.add(row(
                "updates that waited, %",
                looks.stream().mapToDouble(look -> look.totals().waits())));
        rows.add(row(
                "99 % waited less than, ms",
                looks.stream()
                        .map(look -> look.totals().waitTime().p99())
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)));
        rows.add(row("locks held", looks.stream().mapToDouble(Look::held)));
        rows.add(row("waiting", looks.stream().mapToDouble(Look::waiting)));
        return ReportSection.of(
                "Totals", "Over all looks.", new ReportTable(List.of("what", "mean", "least", "most"), rows));
    }

    private static List<String> row(String name, DoubleStream values) {
        DoubleSummaryStatistics all = values.summaryStatistics();
        return all.getCount() == 0
                ? List.of(name, "–", "–", "–")
                : List.of(name, number(all.getAverage()), number(all.getMin()), number(all.getMax()));
    }

    ReportSection hot() {
        double all = Math.max(1, looks.size());
        List<List<String>> rows = entries.hot()
                .sorted(Comparator.comparingDouble(each -> -each.getValue().updates()))
                .limit(MOST_ROWS)
                .map(each -> List.of(
                        each.getKey(),
                        number(each.getValue().updates() / all),
                        number(each.getValue().most()),
                        number(each.getValue().waits() / all),
                        number(each.getValue().longestMeanWait()),
                        Integer.toString(each.getValue().queue())))
                .toList();
        return table(
                "Hot entries",
                "The busiest, by samples of what workers count.",
                List.of("entry", "updates/s", "most", "waits/s", "longest mean wait, ms", "longest queue"),
                rows,
                "No entry was updated.");
    }

    ReportSection heldLongest() {
        List<List<String>> rows = entries.held()
                .filter(each -> each.getValue().heldLongest() > 0)
                .sorted(Comparator.comparingLong(each -> -each.getValue().heldLongest()))
                .limit(MOST_ROWS)
                .map(each -> List.of(
                        each.getKey(),
                        each.getValue().kind(),
                        Shown.millis(each.getValue().heldLongest()),
                        each.getValue().holder()))
                .toList();
        return table(
                "Held longest",
                "",
                List.of("entry", "kind", "for", "holder"),
                rows,
                "No lock was seen that was held for long.");
    }

    ReportSection waitedLongest() {
        List<List<String>> rows = entries.held()
                .filter(each -> each.getValue().mostWaiting() > 0)
                .sorted(Comparator.<Map.Entry<String, EntryFigures.Held>>comparingLong(
                                each -> -each.getValue().waitedLongest())
                        .thenComparingLong(each -> -each.getValue().mostWaiting()))
                .limit(MOST_ROWS)
                .map(each -> List.of(
                        each.getKey(),
                        each.getValue().kind(),
                        Shown.millis(each.getValue().waitedLongest()),
                        Long.toString(each.getValue().mostWaiting())))
                .toList();
        return table(
                "Waited for longest",
                "The longest time in which somebody waited at each look, and the most that waited at once.",
                List.of("entry", "kind", "for", "most waiting"),
                rows,
                "Nobody was seen to wait.");
    }

    ReportSection workers() {
        List<List<String>> rows = workers.workers()
                .map(worker -> List.of(
                        TroubleTimes.name(worker.last()),
                        number(worker.updates()),
                        Integer.toString(worker.mostWaiting()),
                        Shown.millis(worker.first()),
                        Shown.millis(worker.seen()),
                        worker.last().word()))
                .toList();
        return table(
                "Workers",
                "Times are from the beginning of the recording.",
                List.of("worker", "updates/s", "most waiting for a connection", "first seen", "last seen", "then it"),
                rows,
                "No worker reported.");
    }

    static ReportSection troubles(List<TroubleTimes.Seen> seen) {
        List<List<String>> rows = seen.stream()
                .limit(MOST_TROUBLES)
                .map(trouble -> List.of(
                        Shown.millis(trouble.from()),
                        Shown.millis(trouble.to() - trouble.from()),
                        trouble.where(),
                        trouble.what()))
                .toList();
        return table("Troubles", "", List.of("at", "for", "what", "more"), rows, "None was seen.");
    }

    private static ReportSection table(
            String title, String words, List<String> columns, List<List<String>> rows, String none) {
        return rows.isEmpty()
                ? new ReportSection(title, none, null, null)
                : ReportSection.of(title, words, new ReportTable(columns, rows));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%,.0f" : "%,.1f", value);
    }
}
