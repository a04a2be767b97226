package io.github.stormlock.benchmarks.report;

import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats the report as a table. A dash stands for a figure that a scenario does not measure. */
public final class FiguresTable {
    private static final String NONE = "-";

    private FiguresTable() {}

    /** Returns the figures of each scenario, followed by the goals. */
    public static String of(BenchmarksReport report) {
        StringBuilder text = new StringBuilder(8_192);
        report.scenarios().forEach(scenario -> add(text, scenario));
        if (!report.judgements().isEmpty()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-18s %-20s %-18s %-18s %20s  %-24s%n",
                    "figures to reach",
                    "contender",
                    "against",
                    "measure",
                    "wanted",
                    "measured (quartiles)"));
            report.judgements().forEach(judgement -> text.append(line(judgement)));
        }
        return text.toString();
    }

    private static void add(StringBuilder text, Measured scenario) {
        text.append(String.format(
                Locale.ROOT,
                "%n%-20s %s   (ratio: to %s, round by round, and its quartiles)%n",
                scenario.name(),
                Columns.ALL.stream()
                        .map(column -> padded(column, column.title()))
                        .collect(Collectors.joining(" ")),
                scenario.reference()));
        scenario.contenders().forEach(figures -> text.append(line(figures)));
    }

    private static String line(ContenderFigures figures) {
        String cells = Columns.ALL.stream()
                .map(column -> padded(column, column.cell().apply(figures)))
                .collect(Collectors.joining(" "));
        return String.format(Locale.ROOT, "%-20s %s  %s", figures.name(), cells, Columns.more(figures))
                        .stripTrailing()
                + System.lineSeparator();
    }

    private static String padded(Columns.Column column, @Nullable String cell) {
        return String.format(Locale.ROOT, "%" + column.width() + "s", cell == null ? NONE : cell);
    }

    private static String line(Judgement judgement) {
        return String.format(
                Locale.ROOT,
                "%-18s %-20s %-18s %-18s %20s  %-24s %s%n",
                judgement.scenario(),
                judgement.contender(),
                judgement.against() == null ? NONE : judgement.against(),
                judgement.measure().label(),
                judgement.bound().words() + " " + Columns.format("%,.2f", judgement.wanted()),
                judgement.quartiles().words(),
                judgement.verdict());
    }
}
