package io.github.stormlock.torture.html;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.report.HtmlReport;
import io.github.stormlock.insight.report.MachineFacts;
import io.github.stormlock.insight.report.ReportFact;
import io.github.stormlock.insight.report.ReportMark;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.ReportTable;
import io.github.stormlock.insight.report.RunReport;
import io.github.stormlock.insight.report.TimeChart;
import io.github.stormlock.insight.report.TimeSteps;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Strike;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.run.LockReport;
import io.github.stormlock.torture.run.TortureReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the page of a run from its report and its evidence.
 *
 * @param ops the attempts that the page is about
 * @param strikes the faults
 * @param begun when the clients began to work, by the clock of the histories
 */
public record TorturePage(List<Op> ops, List<Strike> strikes, long begun) {
    private static final double SECOND = 1e9;
    private static final double LEAST_STEP = 0.25;
    private static final int MOST_WITNESSES = 12;
    private static final int MOST_VIOLATIONS = 50;

    /** Copies the lists. */
    public TorturePage {
        ops = List.copyOf(ops);
        strikes = List.copyOf(strikes);
    }

    /**
     * Writes the page of a run of updates.
     *
     * @param again the command that makes the same schedule strike again
     */
    public static void write(Path file, String again, TortureReport report, Evidence evidence, long begun)
            throws IOException {
        Map<String, String> totals = new TreeMap<>();
        totals.put("updates", number(report.updates()));
        totals.put("attempts failed", number(report.failed()));
        totals.put("attempts whose outcome was unknown", number(report.unknown()));
        totals.put("of these settled by a later attempt", number(report.resolved()));
        totals.put("commits refused", number(report.refused()));
        totals.put("groups written, at least", number(report.groups()));
        totals.put("misses, at least", number(report.misses()));
        totals.put("locks given back or lost, at least", number(report.leases()));
        totals.put("locks broken by operators", number(report.broken()));
        report.updatesByDoor().forEach((path, count) -> totals.put("updates by " + path, number(count)));
        TorturePage page = new TorturePage(
                evidence.history().ops().stream()
                        .filter(op -> !op.id().isEmpty())
                        .toList(),
                evidence.strikes(),
                begun);
        HtmlReport.write(
                page.report(
                        "Torture of updates",
                        report.isClean() ? Level.OK : Level.WRONG,
                        verdict(report.isClean(), report.violations(), report.missed()),
                        facts(again, report.seed(), report.seconds(), report.mode(), report.server()),
                        totals,
                        report.struck(),
                        report.faults(),
                        report.violations()),
                file);
    }

    /**
     * Writes the page of a run of locks of one kind.
     *
     * @param again the command that makes the same schedule strike again
     */
    public static void write(Path file, String again, LockReport report, Evidence evidence, long begun)
            throws IOException {
        Map<String, String> totals = new TreeMap<>();
        report.attempts()
                .forEach((outcome, count) ->
                        totals.put("attempts " + outcome.name().toLowerCase(Locale.ROOT), number(count)));
        totals.put("locks broken by operators", number(report.broken()));
        TorturePage page = new TorturePage(evidence.history().ops(), evidence.strikes(), begun);
        List<String> missed = new ArrayList<>(report.missed());
        missed.addAll(report.idle());
        HtmlReport.write(
                page.report(
                        "Torture of locks: " + report.kind().word(),
                        report.isClean() ? Level.OK : Level.WRONG,
                        verdict(report.isClean(), report.violations(), missed),
                        facts(again, report.seed(), report.seconds(), report.mode(), report.server()),
                        totals,
                        report.struck(),
                        report.faults(),
                        report.violations()),
                file);
    }

    private static String verdict(boolean clean, List<Violation> violations, List<String> missed) {
        if (clean) {
            return "clean: nothing was violated";
        }
        return violations.isEmpty()
                ? "VOID: nothing was violated, but too little was struck: " + missed
                : "VIOLATED: " + violations.get(0).kind().word() + " "
                        + violations.get(0).what();
    }

    private static List<ReportFact> facts(String again, long seed, int seconds, String mode, String server) {
        List<ReportFact> facts = new ArrayList<>();
        facts.add(new ReportFact("seed", Long.toString(seed)));
        facts.add(new ReportFact("faults strike for", seconds + " s"));
        facts.add(new ReportFact("mode", mode));
        facts.add(new ReportFact("servers", server));
        facts.addAll(MachineFacts.ofThisMachine());
        facts.add(new ReportFact("the same schedule again", again));
        return facts;
    }

    private RunReport report(
            String title,
            Level level,
            String verdict,
            List<ReportFact> facts,
            Map<String, String> totals,
            Map<String, Long> struck,
            Map<String, Integer> faults,
            List<Violation> violations) {
        List<FaultEffect> effects = FaultEffect.of(strikes, ops);
        List<ReportSection> sections = new ArrayList<>();
        sections.add(throughput(effects));
        sections.add(slowest(effects));
        if (!violations.isEmpty()) {
            sections.add(violations(violations));
        }
        sections.add(effects(effects));
        sections.add(ReportSection.of(
                "Faults by kind",
                "",
                new ReportTable(
                        List.of("fault", "times", "open attempts struck"),
                        struck.entrySet().stream()
                                .map(each -> List.of(
                                        each.getKey(),
                                        Integer.toString(faults.getOrDefault(each.getKey(), 0)),
                                        number(each.getValue())))
                                .toList())));
        sections.add(ReportSection.of(
                "Totals",
                "",
                new ReportTable(
                        List.of("what", "how many"),
                        totals.entrySet().stream()
                                .map(each -> List.of(each.getKey(), each.getValue()))
                                .toList())));
        return new RunReport(title, level, verdict, facts, sections);
    }

    private double second(long nanos) {
        return (nanos - begun) / SECOND;
    }

    private double seconds() {
        long end = begun;
        for (Op op : ops) {
            end = op.answered() == Long.MAX_VALUE ? end : Math.max(end, op.answered());
        }
        for (Strike strike : strikes) {
            end = Math.max(end, strike.span().to());
        }
        return Math.max(1, second(end));
    }

    private List<ReportMark> marks(List<FaultEffect> effects) {
        return effects.stream()
                .map(FaultEffect::strike)
                .map(strike -> new ReportMark(
                        second(strike.span().from()),
                        second(strike.span().to()),
                        lane(strike),
                        strike.fault(),
                        strike.client().equals(Strike.EVERYBODY) ? Level.WRONG : Level.LOOK))
                .sorted(java.util.Comparator.comparing(
                        (ReportMark mark) -> mark.lane().equals("servers") ? "" : mark.lane()))
                .toList();
    }

    private static String lane(Strike strike) {
        return strike.client().equals(Strike.EVERYBODY) ? "servers" : strike.client();
    }

    private ReportSection throughput(List<FaultEffect> effects) {
        TimeSteps done = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps failed = new TimeSteps(seconds(), LEAST_STEP);
        TimeSteps unknown = new TimeSteps(seconds(), LEAST_STEP);
        for (Op op : ops) {
            if (op.answered() != Long.MAX_VALUE) {
                TimeSteps steps = op.isOk() ? done : op.outcome() == HistoryLine.Kind.UNKNOWN ? unknown : failed;
                steps.sum(second(op.answered()), 1);
            }
        }
        List.of(done, failed, unknown).forEach(TimeSteps::zero);
        return ReportSection.of(
                "Attempts answered each second, and the faults",
                "A strip above the plot has the faults of the servers, or of one client; point at one for its name and times."
                        + " Where the line is at zero, nobody was answered.",
                new TimeChart(
                        TimeChart.Shape.LINES,
                        "per second",
                        seconds(),
                        List.of(done.perSecond("ok"), failed.perSecond("failed"), unknown.perSecond("unknown")),
                        marks(effects)));
    }

    private ReportSection slowest(List<FaultEffect> effects) {
        TimeSteps slowest = new TimeSteps(seconds(), LEAST_STEP);
        ops.stream()
                .filter(Op::isOk)
                .forEach(op -> slowest.most(second(op.answered()), (op.answered() - op.invoked()) / 1e6));
        return ReportSection.of(
                "The slowest attempt of each step that was answered ok",
                "",
                new TimeChart(
                        TimeChart.Shape.LINES,
                        "ms",
                        seconds(),
                        List.of(slowest.series("from asking to the answer")),
                        marks(effects)));
    }

    private ReportSection effects(List<FaultEffect> effects) {
        List<List<String>> rows = effects.stream()
                .map(effect -> List.of(
                        seconds(second(effect.strike().span().from())),
                        effect.strike().fault(),
                        lane(effect.strike()),
                        seconds((effect.strike().span().to()
                                        - effect.strike().span().from())
                                / SECOND),
                        number(effect.open()),
                        seconds(effect.stood() / SECOND),
                        effect.again() == Long.MAX_VALUE ? "never" : seconds(second(effect.again()))))
                .toList();
        return ReportSection.of(
                "What stopped, and when it went on",
                "For those that a fault struck: the longest time without an answer that was ok, and the end of it.",
                new ReportTable(
                        List.of(
                                "at",
                                "fault",
                                "struck",
                                "lasted",
                                "open attempts",
                                "nothing done for",
                                "done again at"),
                        rows));
    }

    private static ReportSection violations(List<Violation> violations) {
        return ReportSection.of(
                "Violations",
                violations.size() + " in all; of the first: \n"
                        + String.join(
                                "\n",
                                violations.get(0).witness().stream()
                                        .limit(MOST_WITNESSES)
                                        .toList()),
                new ReportTable(
                        List.of("kind", "what"),
                        violations.stream()
                                .limit(MOST_VIOLATIONS)
                                .map(violation -> List.of(violation.kind().word(), violation.what()))
                                .toList()));
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f s", seconds);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
