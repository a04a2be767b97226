package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.StateTotals;
import io.github.stormlock.insight.report.ReportMark;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.TimeChart;
import io.github.stormlock.insight.report.TimeSteps;
import java.util.ArrayList;
import java.util.List;

/** The charts of a recording's report, all over the same time and with the same marks. Immutable. */
final class RecordingCharts {
    private static final double SECOND = 1_000;
    /** Looks are a second apart, or a little more: each step has one. */
    private static final double LEAST_STEP = 2;

    private final List<Look> looks;
    private final double seconds;
    private final List<ReportMark> marks;

    /** @param endMillis when the recording ends, in milliseconds since it began */
    RecordingCharts(List<Look> looks, long endMillis, List<TroubleTimes.Seen> troubles) {
        this.looks = looks;
        this.seconds = Math.max(1, endMillis / SECOND + 1);
        this.marks = marks(troubles);
    }

    private static List<ReportMark> marks(List<TroubleTimes.Seen> seen) {
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

    ReportSection throughput() {
        TimeSteps updates = new TimeSteps(seconds, LEAST_STEP);
        TimeSteps replays = new TimeSteps(seconds, LEAST_STEP);
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
                        seconds,
                        List.of(updates.means("updates"), replays.means("replays")),
                        marks));
    }

    ReportSection waits() {
        TimeSteps half = new TimeSteps(seconds, LEAST_STEP);
        TimeSteps most = new TimeSteps(seconds, LEAST_STEP);
        TimeSteps hold = new TimeSteps(seconds, LEAST_STEP);
        TimeSteps commit = new TimeSteps(seconds, LEAST_STEP);
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
                        seconds,
                        List.of(
                                half.series("wait, half"),
                                most.series("wait, 99 %"),
                                hold.series("lease, 99 %"),
                                commit.series("round trip, 99 %")),
                        marks));
    }

    ReportSection held() {
        TimeSteps held = new TimeSteps(seconds, LEAST_STEP);
        TimeSteps waiting = new TimeSteps(seconds, LEAST_STEP);
        TimeSteps share = new TimeSteps(seconds, LEAST_STEP);
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
                        seconds,
                        List.of(
                                held.series("locks held"),
                                waiting.series("waiting"),
                                share.series("updates that wait, %")),
                        marks));
    }

    ReportSection counts() {
        List<TimeSteps> steps = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            steps.add(new TimeSteps(seconds, Math.max(1, Math.ceil(seconds / 60))));
        }
        for (Look look : looks) {
            StateTotals totals = look.totals();
            long[] counts = {totals.refused(), totals.lost(), totals.unknown(), totals.timedOut()};
            for (int i = 0; i < counts.length; i++) {
                steps.get(i).sum(look.at() / SECOND, (double) counts[i]);
            }
        }
        String title = "Refused, lost, unknown, timed out";
        if (looks.stream().allMatch(look -> look.failed() == 0)) {
            return new ReportSection(title, "None in this time.", null, null);
        }
        return ReportSection.of(
                title,
                "",
                new TimeChart(
                        TimeChart.Shape.BARS,
                        "",
                        seconds,
                        List.of(
                                steps.get(0).series("refused"),
                                steps.get(1).series("lost"),
                                steps.get(2).series("unknown"),
                                steps.get(3).series("timed out")),
                        List.of()));
    }
}
