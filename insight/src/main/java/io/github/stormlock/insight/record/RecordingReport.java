package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateTotals;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.report.ReportFact;
import io.github.stormlock.insight.report.ReportMark;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.ReportTable;
import io.github.stormlock.insight.report.RunReport;
import io.github.stormlock.insight.report.TimeChart;
import io.github.stormlock.insight.report.TimeSteps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Makes a report of a recording: what the page would have shown, over all its time. */
public final class RecordingReport {
    private static final int MOST_ROWS = 30;
    private static final int MOST_TROUBLES = 200;
    private static final double SECOND = 1_000;
    /** Looks are a second apart, or a little more: each step has one. */
    private static final double LEAST_STEP = 2;

    private record Look(long at, StateTotals totals, long held, long waiting) {}

    private final List<Look> looks = new ArrayList<>();
    private final EntryFigures entries = new EntryFigures();
    private final WorkerFigures workers = new WorkerFigures();
    private final TroubleTimes troubles = new TroubleTimes();
    private long end;
    private long silent;

    private RecordingReport() {}

    /**
     * {@return the report}
     *
     * @param recording a file that {@code locks record} wrote; the last line may be cut
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is no recording, or has no state
     */
    public static RunReport of(Path recording) throws IOException {
        RecordingReport report = new RecordingReport();
        RecordingReader reader = new RecordingReader();
        RecordingHeader header = reader.read(recording, report::add);
        if (report.looks.isEmpty() && report.silent == 0) {
            throw new IllegalArgumentException(recording + " has no state: it was ended before the first");
        }
        return report.made(header, reader.leftOut());
    }

    private void add(RecordedState line) {
        long before = end;
        end = Math.max(end, line.at());
        troubles.add(line);
        PageState state = line.state();
        if (state == null) {
            silent++;
            return;
        }
        looks.add(new Look(
                line.at(),
                state.totals(),
                state.locks().stream().filter(LockRow::held).count(),
                state.locks().stream()
                        .mapToLong(row -> (long) row.waitingInRedis() + row.waitingInside())
                        .sum()));
        state.hot().forEach(entries::add);
        state.locks().forEach(row -> entries.add(row, line.at(), before));
        state.workers().forEach(worker -> workers.add(worker, line.at()));
    }

    private double seconds() {
        return Math.max(1, end / SECOND + 1);
    }

    private long failed() {
        return looks.stream()
                .map(Look::totals)
                .mapToLong(totals -> totals.refused() + totals.lost() + totals.unknown() + totals.timedOut())
                .sum();
    }

    private RunReport made(RecordingHeader header, long leftOut) {
        List<TroubleTimes.Seen> seen = troubles.all();
        long failed = failed();
        Level level = !seen.isEmpty() ? Level.WRONG : failed > 0 ? Level.LOOK : Level.OK;
        String verdict = seen.isEmpty() && failed == 0
                ? "no trouble was seen"
                : Shown.count(seen.size(), "trouble") + ", " + Shown.count(failed, "update")
                        + " refused, lost, unknown or timed out";
        List<ReportFact> facts = new ArrayList<>();
        facts.add(new ReportFact("recorded from", header.at()));
        facts.add(new ReportFact("for", Shown.millis(end)));
        facts.add(new ReportFact("Redis", header.redis()));
        facts.add(new ReportFact("locks", header.version()));
        facts.add(new ReportFact(
                "looks",
                looks.size()
                        + (silent == 0 ? "" : ", and " + silent + " without an answer")
                        + (leftOut == 0 ? "" : "; " + Shown.count(leftOut, "line") + " cut or damaged, and left out")));
        if (header.hidden()) {
            facts.add(new ReportFact("entries", "shown as digests"));
        }
        List<ReportSection> sections = new ArrayList<>(List.of(totals(), throughput(seen), waits(seen)));
        sections.addAll(
                List.of(held(seen), counts(), hot(), heldLongest(), waitedLongest(), workers(), troubles(seen)));
        return new RunReport("Locks of " + header.redis(), level, verdict, facts, sections);
    }

    private ReportSection totals() {
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
                        .filter(java.util.Objects::nonNull)
                        .mapToDouble(Double::doubleValue)));
        rows.add(row("locks held", looks.stream().mapToDouble(Look::held)));
        rows.add(row("waiting", looks.stream().mapToDouble(Look::waiting)));
        return ReportSection.of(
                "Totals", "Over all looks.", new ReportTable(List.of("what", "mean", "least", "most"), rows));
    }

    private static List<String> row(String name, java.util.stream.DoubleStream values) {
        java.util.DoubleSummaryStatistics all = values.summaryStatistics();
        return all.getCount() == 0
                ? List.of(name, "–", "–", "–")
                : List.of(name, number(all.getAverage()), number(all.getMin()), number(all.getMax()));
    }

    private List<ReportMark> marks(List<TroubleTimes.Seen> seen) {
        return seen.stream()
                .filter(trouble ->
                        trouble.where().equals("Redis") || trouble.where().equals("deadlock"))
                .map(trouble -> new ReportMark(
                        trouble.from() / SECOND,
                        trouble.to() / SECOND + 1,
                        trouble.where(),
                        trouble.where().equals("Redis") ? "no answer" : trouble.what(),
                        Level.WRONG))
                .toList();
    }

    private ReportSection throughput(List<TroubleTimes.Seen> seen) {
        TimeSteps updates = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps replays = new TimeSteps(seconds(), LEAST_STEP);
        for (Look look : looks) {
            updates.sum(look.at() / SECOND, look.totals().updates());
            replays.sum(look.at() / SECOND, look.totals().replays());
        }
        return ReportSection.of(
                "Updates each second",
                "",
                new TimeChart(
                        TimeChart.Shape.LINES,
                        "per second",
                        seconds(),
                        List.of(updates.means("updates"), replays.means("replays")),
                        marks(seen)));
    }

    private ReportSection waits(List<TroubleTimes.Seen> seen) {
        TimeSteps half = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps most = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps hold = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps commit = new TimeSteps(seconds(), LEAST_STEP);
        for (Look look : looks) {
            half.most(look.at() / SECOND, look.totals().waitTime().p50());
            most.most(look.at() / SECOND, look.totals().waitTime().p99());
            hold.most(look.at() / SECOND, look.totals().holdTime().p99());
            commit.most(look.at() / SECOND, look.totals().commitTime().p99());
        }
        return ReportSection.of(
                "Times",
                "The wait for a lock, leases, and round trips that wrote. Of each step the longest.",
                new TimeChart(
                        TimeChart.Shape.LINES,
                        "ms",
                        seconds(),
                        List.of(
                                half.series("wait, half"),
                                most.series("wait, 99 %"),
                                hold.series("lease, 99 %"),
                                commit.series("round trip, 99 %")),
                        marks(seen)));
    }

    private ReportSection held(List<TroubleTimes.Seen> seen) {
        TimeSteps held = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps waiting = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps share = new TimeSteps(seconds(), LEAST_STEP);
        for (Look look : looks) {
            held.most(look.at() / SECOND, (double) look.held());
            waiting.most(look.at() / SECOND, (double) look.waiting());
            share.most(look.at() / SECOND, look.totals().waits());
        }
        return ReportSection.of(
                "Held and waiting",
                "",
                new TimeChart(
                        TimeChart.Shape.LINES,
                        "",
                        seconds(),
                        List.of(
                                held.series("locks held"),
                                waiting.series("waiting"),
                                share.series("updates that wait, %")),
                        marks(seen)));
    }

    private ReportSection counts() {
        List<TimeSteps> steps = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            steps.add(new TimeSteps(seconds(), Math.max(1, Math.ceil(seconds() / 60))));
        }
        for (Look look : looks) {
            StateTotals totals = look.totals();
            long[] counts = {totals.refused(), totals.lost(), totals.unknown(), totals.timedOut()};
            for (int i = 0; i < counts.length; i++) {
                steps.get(i).sum(look.at() / SECOND, (double) counts[i]);
            }
        }
        String title = "Refused, lost, unknown, timed out";
        if (failed() == 0) {
            return new ReportSection(title, "None in this time.", null, null);
        }
        return ReportSection.of(
                title,
                "",
                new TimeChart(
                        TimeChart.Shape.BARS,
                        "",
                        seconds(),
                        List.of(
                                steps.get(0).series("refused"),
                                steps.get(1).series("lost"),
                                steps.get(2).series("unknown"),
                                steps.get(3).series("timed out")),
                        List.of()));
    }

    private ReportSection hot() {
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

    private ReportSection heldLongest() {
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

    private ReportSection waitedLongest() {
        List<List<String>> rows = entries.held()
                .filter(each -> each.getValue().mostWaiting() > 0)
                .sorted(Comparator.<java.util.Map.Entry<String, EntryFigures.Held>>comparingLong(
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

    private ReportSection workers() {
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

    private static ReportSection troubles(List<TroubleTimes.Seen> seen) {
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
