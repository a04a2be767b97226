package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        text.append("# Results\n\nWritten by `scripts/bench`; [README.md](README.md) says what was measured, and how. ")
                .append("A column whose figures are all zero is left out.\n\n")
                .append(machine.cpus() + " CPUs, Java " + machine.java() + ", Redis " + machine.redis() + "; "
                        + plan.inWords() + ".\n\n")
                .append("## Figures to reach\n\n")
                .append("| scenario | contender | measure | wanted | measured (quartiles) | verdict |\n")
                .append("|---|---|---|---|---:|---|\n");
        report.judgements().forEach(judgement -> text.append(row(judgement)));
        report.scenarios().forEach(scenario -> add(text, scenario));
        return text.toString();
    }

    private static String row(Judgement judgement) {
        String verdict = judgement.verdict();
        String against = judgement.against() == null ? NONE : " to " + judgement.against();
        return cells(List.of(
                judgement.scenario(),
                judgement.contender(),
                judgement.measure().label() + against,
                judgement.bound().words() + " " + Columns.format("%.2f", judgement.wanted()),
                judgement.quartiles().words(),
                judgement.reached() ? verdict : "**" + verdict + "**"));
    }

    private static void add(StringBuilder text, Measured scenario) {
        List<Columns.Column> columns = Columns.ALL.stream()
                .filter(column -> scenario.contenders().stream().anyMatch(figures -> !isZero(cell(column, figures))))
                .toList();
        boolean hasMore = scenario.contenders().stream()
                .anyMatch(figures -> !Columns.more(figures).isEmpty());
        List<String> titles = new ArrayList<>(List.of("contender"));
        columns.forEach(column -> titles.add(
                column.title().equals(Columns.RATIO)
                        ? Columns.RATIO + " to `" + scenario.reference() + '`'
                        : column.title()));
        if (hasMore) {
            titles.add("more");
        }
        text.append("\n## " + scenario.name() + "\n\n![" + scenario.name() + "](" + Charts.file(scenario) + ")\n\n")
                .append(cells(titles))
                .append("|---|" + "---:|".repeat(columns.size()) + (hasMore ? "---|" : NONE) + "\n");
        for (ContenderFigures figures : scenario.contenders()) {
            List<String> row = new ArrayList<>(List.of(figures.name()));
            columns.forEach(column -> row.add(cell(column, figures)));
            if (hasMore) {
                row.add(Columns.more(figures));
            }
            text.append(cells(row));
        }
    }

    private static String cell(Columns.Column column, ContenderFigures figures) {
        String cell = column.cell().apply(figures);
        return cell == null ? NONE : cell;
    }

    private static boolean isZero(String cell) {
        return cell.chars().allMatch(c -> c == '0' || c == '.');
    }

    private static String cells(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
