package io.github.stormlock.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;

/** One SVG for each scenario: updates per second of each contender. */
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

    private static CategoryChart chart(Report.Measured scenario, Report.Machine machine) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(900)
                .height(400)
                .title(scenario.name() + " (" + machine.cpus() + " CPUs, Java " + machine.java() + ", Redis "
                        + machine.redis() + ")")
                .yAxisTitle("updates per second, median")
                .build();
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setYAxisDecimalPattern("#,##0");
        chart.addSeries(
                "updates per second",
                scenario.contenders().stream().map(Figures::name).toList(),
                scenario.contenders().stream().map(Figures::opsPerSecond).toList());
        return chart;
    }
}
