package io.github.stormlock.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The report as a page beside the charts. */
final class Results {
    static final String FILE = "results.md";

    private static final String NONE = "";

    private Results() {}

    static void write(Report report, Plan plan, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(FILE), page(report, plan));
    }

    private static String page(Report report, Plan plan) {
        Report.Machine machine = report.machine();
        StringBuilder text = new StringBuilder(8_192);
        text.append(
                        "# Results\n\nWritten by `scripts/bench`; [README.md](README.md) says what was measured, and how.\n\n")
                .append(machine.cpus() + " CPUs, Java " + machine.java() + ", Redis " + machine.redis() + "; "
                        + plan.inWords() + ".\n\n")
                .append("## Figures to reach\n\n")
                .append("| scenario | contender | against | measure | wanted | measured | reached |\n")
                .append("|---|---|---|---|---|---:|---|\n");
        report.judgements().forEach(judgement -> text.append(row(judgement)));
        report.scenarios().forEach(scenario -> add(text, scenario));
        return text.toString();
    }

    private static String row(Judgement judgement) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s %.2f | %.2f | %s |%n",
                judgement.scenario(),
                judgement.contender(),
                judgement.against() == null ? NONE : judgement.against(),
                judgement.measure().label(),
                judgement.bound().words(),
                judgement.wanted(),
                judgement.value(),
                judgement.reached() ? "yes" : "**no**");
    }

    private static void add(StringBuilder text, Report.Measured scenario) {
        text.append("\n## " + scenario.name() + "\n\n![" + scenario.name() + "](" + Charts.file(scenario) + ")\n\n")
                .append("| contender | ops/s | spread | p50 us | p99 us | commands per op | lost | more |\n")
                .append("|---|---:|---:|---:|---:|---:|---:|---|\n");
        scenario.contenders().forEach(figures -> text.append(row(figures)));
    }

    private static String row(Figures figures) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.2f | %,.1f | %,.1f | %s | %,d | %s |%n",
                figures.name(),
                Table.number(NONE, "%,.0f", figures.opsPerSecond()),
                figures.spread(),
                figures.p50Micros(),
                figures.p99Micros(),
                Table.number(NONE, "%.2f", figures.commandsPerOp()),
                figures.lost(),
                Table.more(figures).trim());
    }
}
