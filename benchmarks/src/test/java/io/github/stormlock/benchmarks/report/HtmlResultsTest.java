package io.github.stormlock.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.scenario.BenchPlan;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlResultsTest {
    @Test
    void fileHasContendersRoundsSpreadsAndTheSeed(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("made/results.html");

        HtmlResults.write(
                Samples.of()
                        .rates("storm-lock", 4_000, 5_000, 6_000)
                        .rates("unguarded", 10_000, 10_000, 10_000)
                        .report("spread", "unguarded"),
                BenchPlan.QUICK,
                4711,
                file);

        assertThat(file)
                .content()
                .contains("<dd>4711</dd>", "<dd>3 rounds of 0.8 s each, after 0.5 s to warm up</dd>")
                .contains("\"name\":\"storm-lock\",\"value\":5000.0,\"least\":4000.0,\"most\":6000.0,\"own\":true")
                .contains("<th scope=\"col\" class=\"number\">round 3</th>")
                .contains("<td class=\"number\">0.40</td><td class=\"number\">4,000</td>")
                .contains("no update lost where none may be");
    }

    @Test
    void lostUpdateIsTheVerdict(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("results.html");

        HtmlResults.write(Samples.of().lost("storm-lock", 7).report("hot", "storm-lock"), BenchPlan.QUICK, 1, file);

        assertThat(file).content().contains("data-level=\"wrong\">an update was LOST");
    }
}
