package io.github.stormlock.benchmarks;

import java.util.Locale;

/** The report for people. */
final class Table {
    private Table() {}

    static String of(Report report) {
        StringBuilder text = new StringBuilder(1_024);
        for (Report.Measured scenario : report.scenarios()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n%-20s %12s %8s %10s %10s %12s %8s%n",
                    scenario.name(),
                    "ops/s",
                    "spread",
                    "p50 us",
                    "p99 us",
                    "commands/op",
                    "lost"));
            scenario.contenders().forEach(figures -> text.append(line(figures)));
        }
        return text.toString();
    }

    private static String line(Figures figures) {
        return String.format(
                Locale.ROOT,
                "%-20s %,12.0f %8.2f %,10.0f %,10.0f %12.2f %8d%s%n",
                figures.name(),
                figures.opsPerSecond(),
                figures.spread(),
                figures.p50Micros(),
                figures.p99Micros(),
                figures.commandsPerOp(),
                figures.lost(),
                figures.slowerShare() == null ? "" : "  slower JVM's share " + figures.slowerShare());
    }
}
