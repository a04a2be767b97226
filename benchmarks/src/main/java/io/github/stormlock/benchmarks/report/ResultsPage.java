package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report as tables of Markdown, for the terminal and as a page beside the charts. */
public final class ResultsPage {
    static final String FILE = "results.md";

    private static final String NONE = "";

    private ResultsPage() {}

    /** Writes the page into a folder, which is created if it is missing. */
    public static void write(BenchmarksReport report, BenchPlan plan, Path folder) throws IOException {
        BenchmarksReport.Machine machine = report.machine();
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve(FILE),
                "# Results\n\nWritten by `scripts/bench`; [README.md](README.md) says what was measured, and how. "
                        + "A column whose figures are all zero is left out.\n\n" + machine.cpus() + " CPUs, Java "
                        + machine.java() + ", Redis " + machine.redis() + "; " + plan.inWords() + ".\n"
                        + goals(report) + scenarios(report, /* charts= */ true));
    }

    /** Returns the tables of all scenarios, and that of the figures to reach last. */
    public static String tables(BenchmarksReport report) {
        return scenarios(report, /* charts= */ false) + (report.judgements().isEmpty() ? NONE : goals(report));
    }

    private static String goals(BenchmarksReport report) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("scenario", "contender", "measure", "wanted", "measured (quartiles)", "verdict"));
        report.judgements().forEach(judgement -> rows.add(row(judgement)));
        return "\n## Figures to reach\n\n" + table(rows, "|---|---|---|---|---:|---|");
    }

    private static List<String> row(Judgement judgement) {
        Goal goal = judgement.goal();
        String verdict = judgement.verdict();
        String against = goal.against() == null ? NONE : " to " + goal.against();
        return List.of(
                goal.scenario(),
                goal.contender(),
                goal.measure().label() + against,
                goal.bound().sign() + " " + Columns.format("%.2f", goal.wanted()),
                judgement.quartiles().words(),
                judgement.reached() ? verdict : "**" + verdict + "**");
    }

    private static String scenarios(BenchmarksReport report, boolean charts) {
        StringBuilder text = new StringBuilder(16_384);
        for (Measured scenario : report.scenarios()) {
            String name = scenario.name();
            text.append("\n## " + name + "\n\n");
            if (charts) {
                text.append("![" + name + "](" + Charts.file(scenario) + ")\n\n");
            }
            text.append(table(scenario));
        }
        return text.toString();
    }

    private static String table(Measured scenario) {
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
        List<List<String>> rows = new ArrayList<>(List.of(titles));
        for (ContenderFigures figures : scenario.contenders()) {
            List<String> row = new ArrayList<>(List.of(figures.name()));
            columns.forEach(column -> row.add(cell(column, figures)));
            if (hasMore) {
                row.add(Columns.more(figures));
            }
            rows.add(row);
        }
        return table(rows, "|---|" + "---:|".repeat(columns.size()) + (hasMore ? "---|" : NONE));
    }

    private static String cell(Columns.Column column, ContenderFigures figures) {
        String cell = column.cell().apply(figures);
        return cell == null ? NONE : cell;
    }

    private static boolean isZero(String cell) {
        return cell.chars().allMatch(c -> c == '0' || c == '.');
    }

    /** Cells of a column are equally wide, so that the table is one in a terminal, too. */
    private static String table(List<List<String>> rows, String ruler) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int width = rows.stream()
                        .mapToInt(any -> any.get(column).length())
                        .max()
                        .orElse(0);
                text.append("| " + row.get(i) + " ".repeat(width - row.get(i).length() + 1));
            }
            text.append(row.equals(rows.get(0)) ? "|\n" + ruler + "\n" : "|\n");
        }
        return text.toString();
    }
}
