package io.github.stormlock.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One SVG for each scenario: the updates per second of each contender, or the latencies where these are all there is. */
final class Charts {
    private Charts() {}

    static void draw(Report report, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Report.Measured scenario : report.scenarios()) {
            Files.writeString(
                    folder.resolve(file(scenario)),
                    chart(scenario, report.machine()).svg());
        }
    }

    /** The file that {@link #draw} makes for a scenario. */
    static String file(Report.Measured scenario) {
        return scenario.name() + ".svg";
    }

    private static BarChart chart(Report.Measured scenario, Report.Machine machine) {
        String title = scenario.name() + " (" + machine.cpus() + " CPUs, Java " + machine.java() + ", Redis "
                + machine.redis() + ")";
        boolean latencies = scenario.contenders().stream().allMatch(figures -> figures.opsPerSecond() == null);
        String unit = latencies
                ? "microseconds; how far the rounds' p50 lie apart"
                : "updates per second, median of the rounds; how far they lie apart; latencies";
        List<BarChart.Bar> bars = scenario.contenders().stream()
                .flatMap(figures -> latencies ? latencies(figures) : rate(figures))
                .toList();
        return new BarChart(title, unit, bars);
    }

    private static Stream<BarChart.Bar> rate(Figures figures) {
        Double rate = figures.opsPerSecond();
        if (rate == null) {
            return Stream.empty();
        }
        String note = String.format(
                Locale.ROOT,
                "spread %.0f %%, p50 %,.0f us, p99 %,.0f us%s",
                100 * figures.spread(),
                figures.p50Micros(),
                figures.p99Micros(),
                figures.lost() == 0 ? "" : ", " + figures.lost() + " LOST");
        return Stream.of(new BarChart.Bar(figures.name(), rate, note));
    }

    private static Stream<BarChart.Bar> latencies(Figures figures) {
        String spread = String.format(Locale.ROOT, "spread %.0f %%", 100 * figures.spread());
        return Stream.of(
                new BarChart.Bar(figures.name() + " p50", figures.p50Micros(), spread),
                new BarChart.Bar(figures.name() + " p99", figures.p99Micros(), ""));
    }
}
