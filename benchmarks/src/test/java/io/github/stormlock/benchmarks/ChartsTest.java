package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ChartsTest {
    @Test
    void eachScenarioGetsAnSvgNamedAfterIt(@TempDir Path folder) throws Exception {
        Charts.draw(Samples.report("hot", Samples.figures("storm-lock", 10.5, 4.5, null)), folder);

        assertThat(folder.resolve("hot.svg")).content().contains("<svg", ">storm-lock<", ">11 <", "p99 5 us");
    }

    @Test
    void aChartIsWellFormed(@TempDir Path folder) throws Exception {
        Charts.draw(
                Samples.report("hot", Samples.figures("storm-lock", 10.5, 4.5, null), Samples.lost("unguarded", 7)),
                folder);

        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("hot.svg").toFile());
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(3);
        assertThat(svg.getElementsByTagName("tspan").item(1).getTextContent()).endsWith("7 LOST");
    }

    @Test
    void latenciesAreDrawnWhereThereAreNoRates(@TempDir Path folder) throws Exception {
        Charts.draw(Samples.report("wakeup", Samples.latencies("storm-lock", 10.5, 4.5)), folder);

        assertThat(folder.resolve("wakeup.svg")).content().contains(">storm-lock p50<", ">storm-lock p99<");
    }

    @Test
    void thePageOfResultsShowsChartsTablesAndGoals(@TempDir Path folder) throws Exception {
        Report report = Samples.report(
                "spread", Samples.figures("storm-lock", 5, 4.5, null), Samples.figures("unguarded", 10, 4.5, null));

        Results.write(report, Plan.QUICK, folder);

        assertThat(folder.resolve(Results.FILE))
                .content()
                .contains(
                        "; 3 rounds of 1.8 s each, after 1.0 s to warm up.",
                        "| spread | storm-lock | unguarded | ops_per_s | at least 0.80 | 0.50 | **no** |",
                        "![spread](spread.svg)",
                        "| storm-lock | 5 | 0.25 | 3.5 | 4.5 | 2.50 | 0 |  |");
    }
}
