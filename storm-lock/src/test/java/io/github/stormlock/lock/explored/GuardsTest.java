package io.github.stormlock.lock.explored;

import static org.assertj.core.api.Assertions.assertThat;

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
}
