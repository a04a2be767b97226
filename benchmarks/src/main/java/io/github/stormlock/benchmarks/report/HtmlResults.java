package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.report.HtmlReport;
import io.github.stormlock.insight.report.MachineFacts;
import io.github.stormlock.insight.report.RankChart;
import io.github.stormlock.insight.report.ReportFact;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.ReportTable;
import io.github.stormlock.insight.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Writes the report as one HTML file: for each scenario the contenders, and how far their rounds lie apart. */
public final class HtmlResults {
    private HtmlResults() {}

    /**
     * Writes the file, and creates its folder if it is missing.
     *
     * @param seed the seed that the order of the contenders was drawn with
     */
    public static void write(BenchmarksReport report, BenchPlan plan, long seed, Path file) throws IOException {
        List<ReportFact> facts = new ArrayList<>(MachineFacts.ofThisMachine());
        facts.add(new ReportFact("Redis", report.machine().redis()));
        facts.add(new ReportFact("rounds", plan.inWords()));
        facts.add(new ReportFact("order drawn with seed", Long.toString(seed)));
        List<ReportSection> sections = new ArrayList<>();
        if (!report.judgements().isEmpty()) {
            sections.add(goals(report.judgements()));
        }
        for (Measured scenario : report.scenarios()) {
            sections.add(contenders(scenario));
            sections.add(rounds(scenario));
        }
        HtmlReport.write(
                new RunReport(
                        "Benchmark of storm-lock",
                        report.isBroken() ? Level.WRONG : Level.OK,
                        report.isBroken() ? "an update was LOST" : "no update lost where none may be",
                        facts,
                        sections),
                file);
    }

    private static ReportSection goals(List<Judgement> judgements) {
        return ReportSection.of(
                "Figures to reach",
                "",
                new ReportTable(
                        List.of(
                                "scenario",
                                "contender",
                                "against",
                                "measure",
                                "wanted",
                                "measured (quartiles)",
                                "verdict"),
                        judgements.stream()
                                .map(judgement -> List.of(
                                        judgement.scenario(),
                                        judgement.contender(),
                                        Objects.requireNonNullElse(judgement.against(), ""),
                                        judgement.measure().label(),
                                        judgement.bound().words() + " " + Columns.format("%.2f", judgement.wanted()),
                                        judgement.quartiles().words(),
                                        judgement.verdict()))
                                .toList()));
    }

    private static ReportSection contenders(Measured scenario) {
        List<RankChart.Bar> bars = new ArrayList<>();
        for (ContenderFigures figures : scenario.contenders()) {
            List<Double> each = figures.each(figures.yardstick());
            Double value = figures.of(figures.yardstick());
            if (value != null && !each.isEmpty()) {
                bars.add(new RankChart.Bar(
                        figures.name(),
                        value,
                        each.stream().mapToDouble(Double::doubleValue).min().orElse(value),
                        each.stream().mapToDouble(Double::doubleValue).max().orElse(value),
                        figures.name().startsWith("storm-lock")));
            }
        }
        boolean rates = scenario.contenders().stream().anyMatch(figures -> figures.yardstick() == Measure.OPS_PER_S);
        List<String> columns = new ArrayList<>(List.of("contender"));
        Columns.ALL.forEach(column -> columns.add(column.title()));
        boolean more = scenario.contenders().stream()
                .anyMatch(figures -> !Columns.more(figures).isEmpty());
        if (more) {
            columns.add("more");
        }
        List<List<String>> rows = new ArrayList<>();
        for (ContenderFigures figures : scenario.contenders()) {
            List<String> row = new ArrayList<>(List.of(figures.name()));
            Columns.ALL.forEach(
                    column -> row.add(Objects.requireNonNullElse(column.cell().apply(figures), "")));
            if (more) {
                row.add(Columns.more(figures));
            }
            rows.add(row);
        }
        return new ReportSection(
                scenario.name(),
                (rates ? "Updates each second" : "Microseconds of a call, half")
                        + ": the median of the rounds, and their range." + " The ratio is to " + scenario.reference()
                        + ", round by round (quartiles).",
                bars.isEmpty() ? null : new RankChart(rates ? "updates/s" : "us", bars),
                new ReportTable(columns, rows));
    }

    /** Returns the figure of each round by which rounds are compared. */
    private static ReportSection rounds(Measured scenario) {
        int most = scenario.contenders().stream()
                .mapToInt(figures -> figures.each(figures.yardstick()).size())
                .max()
                .orElse(0);
        List<String> columns = new ArrayList<>(List.of("contender", "figure", "spread"));
        for (int round = 1; round <= most; round++) {
            columns.add("round " + round);
        }
        List<List<String>> rows = new ArrayList<>();
        for (ContenderFigures figures : scenario.contenders()) {
            List<String> row = new ArrayList<>(
                    List.of(figures.name(), figures.yardstick().label(), Columns.format("%.2f", figures.spread())));
            List<Double> each = figures.each(figures.yardstick());
            for (int round = 0; round < most; round++) {
                row.add(round < each.size() ? Columns.format("%,.0f", each.get(round)) : "–");
            }
            rows.add(row);
        }
        return ReportSection.of("Rounds of " + scenario.name(), "", new ReportTable(columns, rows));
    }
}
