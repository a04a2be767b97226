package io.github.stormlock.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ChartsTest {
    @Test
    void eachScenarioGetsAnSvgNamedAfterIt(@TempDir Path folder) throws Exception {
        Charts.draw(
                Samples.of().rates("storm-lock", 10.5).rates("unguarded", 21).report("hot", "unguarded"), folder);

        assertThat(folder.resolve("hot.svg"))
                .content()
                .contains(
                        "<svg",
                        ">storm-lock<",
                        ">11 <",
                        "x 0.50 (0.50-0.50)",
                        "p99 4 us",
                        "client 30 + Redis 21 us",
                        "2.50 commands");
    }

    @Test
    void aChartIsWellFormed(@TempDir Path folder) throws Exception {
        Charts.draw(Samples.of().rates("storm-lock", 10.5).lost("unguarded", 7).report("hot", "unguarded"), folder);

        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("hot.svg").toFile());
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(3);
        assertThat(svg.getElementsByTagName("tspan").item(1).getTextContent()).endsWith("7 LOST");
    }

    @Test
    void latenciesAreDrawnWhereThereAreNoRates(@TempDir Path folder) throws Exception {
        Charts.draw(Samples.of().latencies("storm-lock", 10).report("wakeup", "redisson"), folder);

        assertThat(folder.resolve("wakeup.svg")).content().contains(">storm-lock p50<", ">storm-lock p99<");
    }

    @Test
    void thePageOfResultsShowsChartsTablesAndGoals(@TempDir Path folder) throws Exception {
        BenchmarksReport report =
                Samples.of().rates("storm-lock", 5).rates("unguarded", 10).report("spread", "unguarded");
        BenchPlan plan = new BenchPlan(3, Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofMillis(1_800));

        ResultsPage.write(report, plan, folder);

        String row =
                "\\| storm-lock +\\| 5 +\\| 0.50 \\(0.50-0.50\\) +\\| 4.0 +\\| 4.0 +\\| 2.50 +\\| 2.00 +\\| 30.3 +\\|.*";
        String goal = "\\| spread +\\| storm-lock +\\| ops_per_s to unguarded +\\| >= 1.00 +\\| 0.50 \\(0.50-0.50\\) +"
                + "\\| \\*\\*not reached\\*\\* +\\|";
        assertThat(folder.resolve(ResultsPage.FILE))
                .content()
                .contains("; 3 rounds of 1.8 s each, after 1.0 s to warm up.", "![spread](spread.svg)");
        for (String text : List.of(Files.readString(folder.resolve(ResultsPage.FILE)), ResultsPage.tables(report))) {
            assertThat(text.lines())
                    .anyMatch(line -> line.matches(row))
                    .anyMatch(line -> line.matches(goal))
                    .anyMatch(line -> line.contains("| ratio to `unguarded` |"));
        }
    }
}
