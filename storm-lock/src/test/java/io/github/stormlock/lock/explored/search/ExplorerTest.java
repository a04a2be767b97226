package io.github.stormlock.lock.explored.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("model")
class ExplorerTest {
    private static final int MOST = 1_000;

    /** A system that counts up to ten, where it rests. Tests add what else it does. */
    private interface Counter extends Explorable<Integer> {
        @Override
        default Integer start() {
            return 0;
        }

        @Override
        default boolean isAtRest(Integer state) {
            return state == 10;
        }
    }

    private static void count(int from, int by, Steps<Integer> steps) {
        if (from + by <= 10) {
            steps.add(() -> from + " + " + by, 0, from + by);
        }
    }

    @Test
    void allStatesAreCounted() {
        Counter counter = (from, steps) -> count(from, 1, steps);
        assertThat(Explorer.explore(counter, MOST).toString()).isEqualTo("11 states, 10 steps");
    }

    @Test
    void aViolationComesWithAShortestTrace() {
        Counter counter = (from, steps) -> {
            BrokenInvariant.unless(from != 6, "SIX: never six");
            count(from, 1, steps);
            count(from, 3, steps);
        };
        Outcome outcome = Explorer.explore(counter, MOST);
        assertThat(outcome.violation()).isEqualTo("SIX: never six");
        assertThat(outcome.trace()).containsExactly("0 + 3", "3 + 3");
    }

    @Test
    void aStateThatIsNeverLeftIsFound() {
        Counter counter = (from, steps) -> count(from, from == 7 ? 9 : 1, steps);
        Outcome outcome = Explorer.explore(counter, MOST);
        assertThat(outcome.violation()).contains("from 7");
        assertThat(outcome.trace()).hasSize(7);
    }

    @Test
    void aCircleThatLeavesNothingUndoneIsFound() {
        Counter counter = (from, steps) -> {
            count(from, 1, steps);
            if (from == 5) {
                steps.add(() -> "back", 0, 4);
            }
        };
        assertThat(Explorer.explore(counter, MOST).violation())
                .startsWith("LIVE")
                .contains("from 4");
    }

    @Test
    void aCircleThatPutsADutyOffForEverIsNone() {
        Counter counter = (from, steps) -> {
            count(from, 1, steps);
            if (from == 5) {
                steps.add(() -> "stay", 1, 5);
            }
        };
        assertThat(Explorer.explore(counter, MOST).isClean()).isTrue();
    }

    @Test
    void aStepThatNeedNotHappenEndsNoStandstill() {
        Counter counter = (from, steps) -> {
            if (from == 5) {
                steps.add(() -> "by luck", Steps.NO_DUTY, 6);
            } else {
                count(from, 1, steps);
            }
        };
        assertThat(Explorer.explore(counter, MOST).violation())
                .startsWith("LIVE")
                .contains("from 5");
    }

    @Test
    void tooManyStatesAreAnError() {
        Counter counter = (from, steps) -> count(from, 1, steps);
        assertThatThrownBy(() -> Explorer.explore(counter, 5)).isInstanceOf(IllegalStateException.class);
    }
}
