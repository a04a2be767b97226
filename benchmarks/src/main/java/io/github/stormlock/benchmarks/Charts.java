package io.github.stormlock.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;

/** One SVG for each scenario: the updates per second of each contender, or the latencies where these are all there is. */
final class Charts {
    private Charts() {}

    static void draw(Report report, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Report.Measured scenario : report.scenarios()) {
            String stem = folder.resolve(scenario.name()).toString();
            VectorGraphicsEncoder.saveVectorGraphic(
                    chart(scenario, report.machine()), stem, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        }
    }

    /** The file that {@link #draw} makes for a scenario. */
    static String file(Report.Measured scenario) {
        return scenario.name() + ".svg";
    }

    private static CategoryChart chart(Report.Measured scenario, Report.Machine machine) {
        boolean rates = scenario.contenders().stream().anyMatch(figures -> figures.opsPerSecond() != null);
        CategoryChart chart = new CategoryChartBuilder()
                .width(900)
                .height(450)
                .title(scenario.name() + " (" + machine.cpus() + " CPUs, Java " + machine.java() + ", Redis "
                        + machine.redis() + ")")
                .yAxisTitle(rates ? "updates per second, median of the rounds" : "microseconds")
                .build();
        chart.getStyler().setLegendVisible(!rates);
        chart.getStyler().setYAxisDecimalPattern("#,##0");
        chart.getStyler().setXAxisLabelRotation(30);
        chart.getStyler().setLabelsVisible(true);
        if (rates) {
            add(chart, "updates per second", scenario, Figures::opsPerSecond);
        } else {
            add(chart, "p50", scenario, Figures::p50Micros);
            add(chart, "p99", scenario, Figures::p99Micros);
        }
        return chart;
    }

    private static void add(
            CategoryChart chart, String series, Report.Measured scenario, Function<Figures, @Nullable Double> value) {
        List<Figures> shown = scenario.contenders().stream()
                .filter(figures -> value.apply(figures) != null)
                .toList();
        var unused = chart.addSeries(
                series,
                shown.stream().map(Figures::name).toList(),
                shown.stream().map(value).filter(Objects::nonNull).toList());
    }
}
