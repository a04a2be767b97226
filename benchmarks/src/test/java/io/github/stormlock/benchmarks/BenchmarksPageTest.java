package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.scenario.CostScenarios;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BenchmarksPageTest {
    @Test
    void everyScenarioAndContenderIsExplained() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "benchmarks", "README.md"));
        for (Scenario scenario : Scenarios.ALL) {
            String name = scenario.kind() == Scenario.Kind.SCALE ? "scale-<entries>-<waiters>" : scenario.name();
            assertThat(page).contains('`' + name + '`');
            assertThat(scenario.contenders()).allSatisfy(one -> assertThat(page).contains('`' + one + '`'));
        }
    }

    @Test
    void everyCostHasItsFigures() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "benchmarks", "README.md"));
        String costs = page.substring(page.indexOf("## What insight costs"));
        for (Scenario scenario : CostScenarios.ALL) {
            assertThat(costs).contains("\n| `" + scenario.name() + "` | ");
        }
    }
}
