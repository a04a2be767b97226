package io.github.stormlock.lock.explored;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.explored.batch.BatchModel;
import io.github.stormlock.lock.explored.batch.BatchRule;
import io.github.stormlock.lock.explored.batch.BatchScenario;
import io.github.stormlock.lock.explored.search.Explorer;
import io.github.stormlock.lock.explored.search.Outcome;
import io.github.stormlock.lock.explored.state.Guard;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each guard of the protocol is needed. Without it the explorer finds a broken invariant, and with it none. */
@Tag("model")
class GuardsTest {
    private static final int MOST = 100_000;

    @ParameterizedTest
    @EnumSource
    void withTheGuardAllHolds(Guard guard) {
        Outcome outcome = Explorer.explore(new Protocol(GuardScenarios.of(guard)), MOST);
        assertThat(outcome.violation()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void withoutTheGuardAnInvariantBreaks(Guard guard) {
        Outcome outcome = Explorer.explore(new Protocol(GuardScenarios.of(guard).without(guard)), MOST);
        assertThat(outcome.violation()).as("%s is gone: %s", guard, outcome).startsWith(guard.invariant() + ":");
    }

    @ParameterizedTest
    @EnumSource
    void withTheRuleForBatchesAllHolds(BatchRule rule) {
        Outcome outcome = Explorer.explore(new BatchModel(batches(rule)), MOST);
        assertThat(outcome.violation()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void withoutTheRuleForBatchesAnInvariantBreaks(BatchRule rule) {
        Outcome outcome = Explorer.explore(new BatchModel(batches(rule).without(rule)), MOST);
        assertThat(outcome.violation()).as("%s is gone: %s", rule, outcome).startsWith(rule.invariant() + ":");
    }

    private static BatchScenario batches(BatchRule rule) {
        BatchScenario scenario = new BatchScenario();
        return switch (rule) {
            case SLEEPER_IS_WOKEN, LOOKS_AGAIN, SETTLED_IS_WOKEN, LEAVES_WHEN_ALL_SETTLED ->
                scenario.caller("01").caller("10");
            case WAKING_IS_PASSED_ON ->
                scenario.caller("0").caller("0").caller("0").givesUp(1);
            case LAST_WAITER_FREES -> scenario.caller("0").caller("0").busy(1).givesUp(1);
            case BACK_TO_FRONT -> scenario.caller("00").caller("0").busy(1);
        };
    }
}
