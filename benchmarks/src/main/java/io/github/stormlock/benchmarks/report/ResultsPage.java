package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Writes the report as a page beside the charts. */
public final class ResultsPage {
    static final String FILE = "results.md";

    private static final String NONE = "";

    private ResultsPage() {}

    /** Writes the page into a folder, which is created if it is missing. */
    public static void write(BenchmarksReport report, BenchPlan plan, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(FILE), page(report, plan));
    }

    private static String page(BenchmarksReport report, BenchPlan plan) {
        BenchmarksReport.Machine machine = report.machine();
        StringBuilder text = new StringBuilder(16_384);
        text.append(
                        "# Results\n\nWritten by `scripts/bench`; [README.md](README.md) says what was measured, and how.\n\n")
                .append(machine.cpus() + " CPUs, Java " + machine.java() + ", Redis " + machine.redis() + "; "
                        + plan.inWords() + ".\n\n")
                .append("## Figures to reach\n\n")
                .append("| scenario | contender | against | measure | wanted | measured (quartiles) | verdict |\n")
                .append("|---|---|---|---|---|---:|---|\n");
        report.judgements().forEach(judgement -> text.append(row(judgement)));
        report.scenarios().forEach(scenario -> add(text, scenario));
        return text.toString();
    }

    private static String row(Judgement judgement) {
        String verdict = judgement.verdict();
        return cells(
                judgement.scenario(),
                judgement.contender(),
                judgement.against() == null ? NONE : judgement.against(),
                judgement.measure().label(),
                judgement.bound().words() + " " + Columns.format("%.2f", judgement.wanted()),
                judgement.quartiles().words(),
                judgement.reached() ? verdict : "**" + verdict + "**");
    }

    private static void add(StringBuilder text, Measured scenario) {
        text.append("\n## " + scenario.name() + "\n\n![" + scenario.name() + "](" + Charts.file(scenario) + ")\n\n")
                .append("The ratio is to `" + scenario.reference() + "`, round by round.\n\n")
                .append("| contender | ")
                .append(Columns.ALL.stream().map(Columns.Column::title).collect(Collectors.joining(" | ")))
                .append(" | more |\n|---|")
                .append("---:|".repeat(Columns.ALL.size()))
                .append("---|\n");
        scenario.contenders().forEach(figures -> text.append(row(figures)));
    }

    private static String row(ContenderFigures figures) {
        String measured = Columns.ALL.stream()
                .map(column -> {
                    String cell = column.cell().apply(figures);
                    return cell == null ? NONE : cell;
                })
                .collect(Collectors.joining(" | "));
        return cells(figures.name(), measured, Columns.more(figures));
    }

    private static String cells(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
