package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class FairCheckTest {
    /** Client a waits from 100 on, and b from a later moment on; b is granted the lock first. */
    private static HistoryBuilder passed(long later) {
        return new HistoryBuilder()
                .at("fair", "a-1", "a/1", PathNames.FAIR, 1, Kind.OK, 2, 0)
                .at("fair", "a-1", "a/2", PathNames.FAIR, 100, Kind.OK, 140, 0)
                .at("fair", "b-1", "b/1", PathNames.FAIR, later, Kind.OK, 130, 0);
    }

    @Test
    void waitersThatAreServedInTheirOrderAreClean() {
        HistoryBuilder told = new HistoryBuilder()
                .at("fair", "a-1", "a/1", PathNames.FAIR, 1, Kind.OK, 2, 0)
                .at("fair", "a-1", "a/2", PathNames.FAIR, 100, Kind.OK, 130, 0)
                .at("fair", "b-1", "b/1", PathNames.FAIR, 110, Kind.OK, 140, 0);

        assertThat(told.judged().violations()).isEmpty();
        assertThat(FairCheck.judged(told.evidence())).isEqualTo(1);
    }

    @Test
    void waiterThatOneWhoCameClearlyLaterPassesIsOvertaken() {
        Verdict verdict = passed(110).judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.OVERTAKEN);
        assertThat(verdict.worst().orElseThrow().what()).contains("b-1, which came 10 ms later, was granted it first");
    }

    @Test
    void waiterThatGaveUpWhileOthersPassedIsOvertakenToo() {
        HistoryBuilder told = new HistoryBuilder()
                .at("fair", "a-1", "a/1", PathNames.FAIR, 1, Kind.OK, 2, 0)
                .at("fair", "a-1", "a/2", PathNames.FAIR, 100, Kind.FAILED, 140, 0)
                .at("fair", "b-1", "b/1", PathNames.FAIR, 110, Kind.OK, 130, 0);

        assertThat(told.kinds()).containsExactly(Violation.Kind.OVERTAKEN);
    }

    @Test
    void nobodyKnowsTheOrderOfTwoThatCameTogether() {
        assertThat(passed(101).judged().violations()).isEmpty();
    }

    @Test
    void waiterThatAFaultStruckMayLoseItsPlace() {
        assertThat(passed(110).struck("a", 105, 106).judged().violations()).isEmpty();
        assertThat(passed(110).struck(Strike.EVERYBODY, 105, 106).judged().violations())
                .isEmpty();
        assertThat(passed(110).struck("b", 105, 106).kinds()).containsExactly(Violation.Kind.OVERTAKEN);
    }

    @Test
    void deadWaiterIsPassed() {
        HistoryBuilder told = new HistoryBuilder()
                .at("fair", "a-1", "a/1", PathNames.FAIR, 1, Kind.OK, 2, 0)
                .at("fair", "a-1", "a/2", PathNames.FAIR, 100, Kind.UNKNOWN, 0, 0)
                .at("fair", "b-1", "b/1", PathNames.FAIR, 110, Kind.OK, 130, 0);

        assertThat(told.judged().violations()).isEmpty();
    }
}
