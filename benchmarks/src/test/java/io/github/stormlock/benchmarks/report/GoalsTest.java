package io.github.stormlock.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.scenario.Scenarios;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalsTest {
    @Test
    void everyGoalIsAboutContendersOfItsScenario() {
        for (Goal goal : Goals.ALL) {
            List<String> contenders =
                    Scenarios.named(goal.scenario()).orElseThrow().contenders();
            assertThat(contenders).containsAll(Goals.contenders(goal.scenario()));
        }
    }

    @Test
    void noGoalStandsTwice() {
        assertThat(Goals.ALL).doesNotHaveDuplicates();
    }
}
