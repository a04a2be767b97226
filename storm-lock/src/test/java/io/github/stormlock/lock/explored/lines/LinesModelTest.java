package io.github.stormlock.lock.explored.lines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.explored.search.Explorations;
import io.github.stormlock.lock.explored.search.Explorer;
import io.github.stormlock.lock.explored.search.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Explores all states of small workers. Each rule is needed: without it the explorer finds a broken invariant. */
class LinesModelTest {
    private static final int MOST = 100_000;
    private static final int MOST_OF_LARGE = 3_000_000;

    @Tag("model")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "p1: ab | q1: bc | c1: ac",
                "p1: ab | q1: bc | r1: ac | busy=1",
                "p1: a ab | q1: b a | busy=1 again=1",
                "p1: ab | q1: a b | c1: ab | giveUp=1 close=q1 again=1",
                "p1: a | c1: a | c2: ab | again=1 giveUp=1",
                "p1: a ab | q1: b | c1: a | busy=1",
                "c1: ab | c2: a | p1: b | busy=1 at=b giveUp=1",
                "p1: a ab | q1: b | busy=1 close=p1",
                "p1: ab | q1: a | rests=1 again=1 alone=1 busy=1",
                "p1: a a | q1<p1: a a | open=1 again=1 clock"
            })
    void allHolds(String scenario) {
        Explorations.clean(scenario, new LinesModel(LinesScenario.of(scenario)), MOST);
    }

    @Tag("large-model")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "p1: a ab | q1: b a | c1: a | busy=1 again=1 giveUp=1",
                "p1: ab ac | q1: bc a | busy=2",
                "p1: a ab | q1: b | c1: ab | giveUp=1 close=q1,p1 busy=1",
                "p1: a a a | q1<p1: a ab a | open=1 again=1 busy=1 clock",
                "p1: a ab? | q1: a b! | clock asks"
            })
    void allHoldsInLargerOnes(String scenario) {
        Explorations.clean(scenario, new LinesModel(LinesScenario.of(scenario)), MOST_OF_LARGE);
    }

    @Tag("model")
    @ParameterizedTest
    @EnumSource
    void withTheRuleAllHolds(LinesRule rule) {
        Explorations.clean(rule.toString(), new LinesModel(rule.scenario()), MOST);
    }

    @Tag("model")
    @ParameterizedTest
    @EnumSource
    void withoutTheRuleAnInvariantBreaks(LinesRule rule) {
        Outcome outcome = Explorer.explore(new LinesModel(rule.scenario().without(rule)), MOST);
        System.out.println("without " + rule + ": " + outcome);
        assertThat(outcome.violation()).as("%s is gone: %s", rule, outcome).startsWith(rule.invariant() + ":");
    }
}
