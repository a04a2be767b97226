package io.github.stormlock.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScenariosTest {
    @Test
    void aStarStandsForAnyEnd() {
        assertThat(Scenarios.matching("lock-fair*").stream().map(Scenario::name))
                .containsExactly("lock-fair", "lock-fair-hot", "lock-fair-two-jvms", "lock-fair-wakeup");
        assertThat(Scenarios.matching("lock-fair")).hasSize(1);
        assertThat(Scenarios.matching("nowhere*")).isEmpty();
    }

    @Test
    void eachKindIsMeasuredBesideOneOfTheSameKind() {
        assertThat(Scenarios.ALL).filteredOn(Scenario::isOfAKind).hasSize(24).allSatisfy(scenario -> {
            String kind = scenario.name().split("-")[1];
            assertThat(scenario.contenders()).contains("storm-lock-" + kind, "redisson-" + kind);
        });
    }

    @Test
    void everyScenarioHasItsReference() {
        assertThat(Scenarios.ALL).allMatch(scenario -> scenario.contenders().contains(scenario.reference()));
    }

    @Test
    void whatIsComparedKeepsItsReference() {
        Scenario spread = Scenarios.named("spread").orElseThrow().comparing(List.of("unguarded", "lua", "storm-lock"));

        assertThat(spread.contenders()).containsExactly("storm-lock", "lua", "unguarded");
        assertThat(spread.reference()).isEqualTo("unguarded");
    }

    @Test
    void whatIsComparedWithoutTheReferenceHasAnother() {
        Scenario hot = Scenarios.named("hot").orElseThrow();

        assertThat(hot.comparing(List.of("storm-lock", "hincrby")).reference()).isEqualTo("hincrby");
        assertThat(hot.comparing(List.of("storm-lock")).reference()).isEqualTo("storm-lock");
    }

    @Test
    void everyEntryHasAKeyOfItsOwn() {
        for (Scenario scenario : Scenarios.ALL) {
            assertThat(scenario.keys()).hasSize(scenario.load().entries()).doesNotHaveDuplicates();
        }
    }

    @Test
    void keysInTurnBeginAgainAfterTheLast() {
        assertThat(LongStream.range(0, 4).mapToObj(number -> EntryChoice.IN_TURN.pick(3, 7, number)))
                .containsExactly("entry:0", "entry:1", "entry:2", "entry:0");
    }

    @Test
    void newKeysDifferByWorkerAndNumber() {
        assertThat(List.of(EntryChoice.NEW.pick(1, 1, 2), EntryChoice.NEW.pick(1, 1, 3), EntryChoice.NEW.pick(1, 2, 2)))
                .doesNotHaveDuplicates();
    }

    @Test
    void onlyWorksWithAnOddOneHaveFiguresOfIt() {
        assertThat(Scenarios.ALL.stream()
                        .filter(scenario -> scenario.load().hasOddOne())
                        .map(Scenario::name))
                .containsExactly("slow-beside-fast", "polled-5", "polled-20", "polled-100");
    }
}
