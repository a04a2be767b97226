package io.github.stormlock.lock.explored.several;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.explored.search.Explorations;
import io.github.stormlock.lock.explored.search.Explorer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Explores all states of waiters for several locks. Each of them gets its locks, in whatever way the sets overlap. */
@Tag("model")
class LocksModelTest {
    private static final int MOST = 400_000;
    private static final List<List<Integer>> CIRCLE = List.of(List.of(0, 1), List.of(1, 2), List.of(0, 2));
    private static final List<List<Integer>> SAME = List.of(List.of(0, 1), List.of(0, 1), List.of(0, 1));
    private static final List<List<Integer>> WITH_SINGLES = List.of(List.of(0, 1, 2), List.of(0), List.of(2));

    private static final List<List<Integer>> PAIR_BESIDE_SINGLES = List.of(List.of(0, 1), List.of(0), List.of(1));

    private static LocksModel model(List<List<Integer>> wanted) {
        return new LocksModel(wanted, 2, /* ends= */ 2, /* keeps= */ true);
    }

    @Test
    void setsInACircleAreTaken() {
        Explorations.clean("sets in a circle", model(CIRCLE), MOST);
    }

    @Test
    void equalSetsAreTaken() {
        Explorations.clean("equal sets", model(SAME), MOST);
    }

    @Test
    void setBesideSinglesIsTaken() {
        Explorations.clean("a set beside singles", model(WITH_SINGLES), MOST);
    }

    /** The first of them wants its locks once, and the others want theirs again and again. */
    @Test
    void nobodyIsPassedForEver() {
        for (List<List<Integer>> wanted : List.of(WITH_SINGLES, PAIR_BESIDE_SINGLES, CIRCLE)) {
            Explorations.clean("others for ever", new LocksModel(wanted, 0, /* ends= */ 1, /* keeps= */ true), MOST);
        }
    }

    @Test
    void whoKeepsNothingMayLoseEachTurn() {
        LocksModel broken = new LocksModel(PAIR_BESIDE_SINGLES, 0, /* ends= */ 0, /* keeps= */ false);
        assertThat(Explorer.explore(broken, MOST).violation()).startsWith("LIVE");
    }
}
