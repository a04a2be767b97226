package io.github.stormlock.benchmarks.report;

import io.github.stormlock.benchmarks.work.load.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * Draws one SVG for each scenario: the updates per second of each contender, or the latencies if only those were measured.
 */
public final class Charts {
    private Charts() {}

    /** Writes one chart for each scenario into a folder, which is created if it is missing. */
    public static void draw(BenchmarksReport report, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Measured scenario : report.scenarios()) {
            Files.writeString(
                    folder.resolve(file(scenario)),
                    chart(scenario, report.machine()).svg());
        }
    }

    /** Returns the name of the file that {@link #draw} makes for a scenario. */
    static String file(Measured scenario) {
        return scenario.name() + ".svg";
    }

    private static BarChart chart(Measured scenario, BenchmarksReport.Machine machine) {
        String title = scenario.name() + " (" + machine.cpus() + " CPUs, Java " + machine.java() + ", Redis "
                + machine.redis() + ")";
        boolean latencies = scenario.contenders().stream().allMatch(figures -> figures.of(Measure.OPS_PER_S) == null);
        String unit = latencies
                ? "microseconds; how far the rounds' p50 lie apart"
                : "updates per second, median of the rounds; how often those of " + scenario.reference()
                        + " in the same round (quartiles); latencies; processor time and commands for each";
        List<BarChart.Bar> bars = scenario.contenders().stream()
                .flatMap(figures -> latencies ? latencies(figures) : rate(figures))
                .toList();
        return new BarChart(title, unit, bars);
    }

    private static Stream<BarChart.Bar> rate(ContenderFigures figures) {
        Double rate = figures.of(Measure.OPS_PER_S);
        if (rate == null) {
            return Stream.empty();
        }
        return Stream.of(new BarChart.Bar(figures.name(), rate, note(figures)));
    }

    private static String note(ContenderFigures figures) {
        StringJoiner note = new StringJoiner(", ");
        if (figures.ratio() != null) {
            note.add("x " + figures.ratio().words());
        }
        note.add(text("p50 %,.0f us", figures, Measure.P50_US));
        note.add(text("p99 %,.0f us", figures, Measure.P99_US));
        if (figures.of(Measure.CLIENT_CPU_US) != null) {
            note.add(text("client %.0f", figures, Measure.CLIENT_CPU_US)
                    + text(" + Redis %.0f us", figures, Measure.REDIS_CPU_US));
        }
        if (figures.of(Measure.COMMANDS_PER_OP) != null) {
            note.add(text("%.2f commands", figures, Measure.COMMANDS_PER_OP));
        }
        if (figures.lost() != 0) {
            note.add(figures.lost() + " LOST");
        }
        return note.toString();
    }

    private static String text(String format, ContenderFigures figures, Measure measure) {
        Double value = figures.of(measure);
        return value == null ? "" : Columns.format(format, value);
    }

    private static double micros(ContenderFigures figures, Measure measure) {
        Double value = figures.of(measure);
        return value == null ? 0 : value;
    }

    private static Stream<BarChart.Bar> latencies(ContenderFigures figures) {
        String spread = String.format(Locale.ROOT, "spread %.0f %%", 100 * figures.spread());
        return Stream.of(
                new BarChart.Bar(figures.name() + " p50", micros(figures, Measure.P50_US), spread),
                new BarChart.Bar(figures.name() + " p99", micros(figures, Measure.P99_US), ""));
    }
}
