package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTest {
    @Test
    void anyScaleInRangeHasAName() {
        Scenario scenario = Scenarios.named("scale-12345-7").orElseThrow();

        assertThat(scenario.entries()).isEqualTo(12_345);
        assertThat(scenario.threads()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"scale-9-1", "scale-100001-1", "scale-10-0", "scale-10-65", "scale-10", "scale--1-1"})
    void aScaleOutOfRangeHasNone(String name) {
        assertThat(Scenarios.named(name)).isEmpty();
    }

    @Test
    void everyGoalIsAboutContendersOfItsScenario() {
        for (Goal goal : Goal.ALL) {
            List<String> contenders =
                    Scenarios.named(goal.scenario()).orElseThrow().contenders();
            assertThat(contenders).containsAll(Goal.contenders(goal.scenario()));
        }
    }

    @Test
    void everyEntryHasAKeyOfItsOwn() {
        for (Scenario scenario : Scenarios.ALL) {
            assertThat(scenario.keys()).hasSize(scenario.entries()).doesNotHaveDuplicates();
        }
    }
}
