package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class LatchCheckTest {
    /** A latch of two ids. */
    private static final String LATCH = "latch:7:2";

    private static HistoryBuilder counted(HistoryBuilder to, String id, long from, long left) {
        return to.at(LATCH, "a-1", id, PathNames.COUNT_DOWN, from, Kind.OK, from + 1, left);
    }

    private static HistoryBuilder opened() {
        return counted(counted(new HistoryBuilder(), "a/1", 1, 1), "a/2", 5, 0);
    }

    private static HistoryBuilder awaited(HistoryBuilder to, long from, Kind outcome, long until) {
        return to.at(LATCH, "b-1", "b/2", PathNames.AWAIT, from, outcome, until, 0);
    }

    @Test
    void aLatchThatOpensWithItsLastIdIsClean() {
        assertThat(awaited(opened(), 2, Kind.OK, 8).judged().violations()).isEmpty();
        assertThat(Liveness.of(awaited(opened(), 2, Kind.OK, 8).evidence()).handOvers())
                .isEqualTo(1);
    }

    @Test
    void anIdThatIsSentAgainCountsOnce() {
        HistoryBuilder once = counted(counted(new HistoryBuilder(), "a/1", 1, 1), "a/1", 5, 1);
        HistoryBuilder twice = counted(counted(new HistoryBuilder(), "a/1", 1, 1), "a/1", 5, 0);

        assertThat(once.judged().violations()).isEmpty();
        assertThat(twice.kinds()).containsExactly(Violation.Kind.LATCH);
    }

    @Test
    void aWaiterThatGoesOnBeforeTheLastIdIsFound() {
        HistoryBuilder told = awaited(counted(new HistoryBuilder(), "a/1", 1, 1), 2, Kind.OK, 3);

        assertThat(told.kinds()).containsExactly(Violation.Kind.LATCH);
    }

    @Test
    void aNumberThatRisesIsFoundUnlessTheServerLostTheLatch() {
        HistoryBuilder rises = counted(counted(new HistoryBuilder(), "a/1", 1, 1), "a/2", 5, 1);
        HistoryBuilder lost = counted(counted(new HistoryBuilder(), "a/1", 1, 1), "a/2", 5, 1);
        HistoryBuilder asked = opened().at(LATCH, "b-1", "b/2", PathNames.LEFT, 8, Kind.OK, 9, 1);

        assertThat(rises.kinds()).containsExactly(Violation.Kind.LATCH);
        assertThat(lost.lockLost(LATCH, 3, 4).judged().violations()).isEmpty();
        assertThat(asked.kinds()).containsExactly(Violation.Kind.LATCH);
    }

    @Test
    void aLatchThatWasLostDoesNotOpenEarlyEither() {
        HistoryBuilder told = counted(counted(new HistoryBuilder(), "a/1", 1, 1), "a/1", 5, 0);

        assertThat(told.lockLost(LATCH, 3, 4).kinds()).containsExactly(Violation.Kind.LATCH);
    }

    @Test
    void aWaiterThatHearsLateOfAnOpenLatchIsStalled() {
        HistoryBuilder started = opened().at(LATCH, "b-1", "b/1", PathNames.LEFT, 6, Kind.OK, 7, 0);

        assertThat(awaited(started, 100, Kind.OK, 140).kinds()).containsExactly(Violation.Kind.STALLED);
        assertThat(awaited(opened().at(LATCH, "b-1", "b/1", PathNames.LEFT, 6, Kind.OK, 7, 0), 100, Kind.OK, 120)
                        .judged()
                        .violations())
                .isEmpty();
        assertThat(awaited(opened().at(LATCH, "b-1", "b/1", PathNames.LEFT, 6, Kind.OK, 7, 0), 100, Kind.OK, 140)
                        .struck("b", 110, 111)
                        .judged()
                        .violations())
                .isEmpty();
    }

    @Test
    void aWaiterThatAnOpenLatchRefusesIsStalled() {
        HistoryBuilder started = opened().at(LATCH, "b-1", "b/1", PathNames.LEFT, 6, Kind.OK, 7, 0);

        assertThat(awaited(started, 100, Kind.FAILED, 101).kinds()).containsExactly(Violation.Kind.STALLED);
    }
}
