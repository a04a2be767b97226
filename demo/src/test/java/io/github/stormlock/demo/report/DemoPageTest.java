package io.github.stormlock.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoPageTest {
    private static RunFigures figures(long events) {
        return new RunFigures(events, events, events / 4, 3, 2_500_000, 1, 0, 0, 0, 0);
    }

    @Test
    void pageHasTotalsPaceAndPagesWithoutMarkup(@TempDir Path folder) throws Exception {
        Totals totals = new Totals(
                3, 3, 0, 30, 10, 1, 2, 1, 0, 1, new TreeMap<>(Map.of("200", 3L)), new TreeMap<>(Map.of("GET", 3L)));
        Findings findings = new Findings(
                totals,
                "",
                "",
                List.of(new TrafficRow<>("/</script><b>", 3, 30, 0)),
                List.of(new TrafficRow<>(LocalDateTime.of(2026, 1, 1, 7, 0), 3, 30, 0)),
                3,
                3,
                0,
                List.of(),
                "");
        Path file = folder.resolve("report.html");

        DemoPage.write(
                file,
                "a.log",
                DemoPage.traffic("a.log", findings),
                Map.of("executors", "4"),
                findings,
                List.of(
                        new RunFigures.At(0, figures(0)),
                        new RunFigures.At(1.5, figures(1_500)),
                        new RunFigures.At(2, figures(1_500)),
                        new RunFigures.At(3, figures(3_000))),
                3);

        assertThat(file)
                .content()
                .contains("Access log: a.log", "pages, visitors and hours agree", "<td>executors</td><td>4</td>")
                // 1,000 lines each second for half of the time, then none, then 1,500.
                .contains("points=\"0.0,66.7 500.0,66.7 500.0,200.0 666.7,200.0 666.7,0.0 1000.0,0.0\"")
                .contains("a.log: 3 hits", "each hour (UTC)</text>", "01 Jan 07:00</text>")
                .contains("each second</text>", ">375</text>", ">2 s</text>")
                .contains("<td>lines each second</td><td>1</td>")
                .contains("<td>2.5 ms</td>", "<td>4.0</td>", "<td>0.10</td>")
                .doesNotContain("<b>");
    }

    @Test
    void quietHoursStandAtZero() {
        LocalDateTime begin = LocalDateTime.parse("2015-05-17T10:00");

        assertThat(StepChart.ofHours(
                                "",
                                List.of(
                                        new TrafficRow<>(begin, 5, 1, 0),
                                        new TrafficRow<>(begin.plusHours(9), 10, 1, 0)))
                        .svg())
                .contains("points=\"0.0,100.0 100.0,100.0 100.0,200.0 900.0,200.0 900.0,0.0 1000.0,0.0\"");
    }
}
