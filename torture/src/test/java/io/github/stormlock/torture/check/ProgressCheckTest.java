package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class ProgressCheckTest {
    private static HistoryBuilder started() {
        return new HistoryBuilder().at("other", "a-1", "a/1", PathNames.FAIR, 1, Kind.OK, 2, 0);
    }

    /** Client a waits from 1,000 on for so long. */
    private static HistoryBuilder waited(String path, long millis) {
        return started().at("list:1", "a-1", "a/2", path, 1_000, Kind.FAILED, 1_000 + millis, 0);
    }

    @Test
    void clientThatWaitsForALockThatGoesToNobodyIsStalled() {
        Verdict verdict = waited(PathNames.FAIR, 70).judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.STALLED);
        assertThat(verdict.worst().orElseThrow().what())
                .startsWith("a/2 waited for list:1, which went to nobody for 70 ms");
    }

    @Test
    void aShortWaitMayBeForADeadOne() {
        assertThat(waited(PathNames.FAIR, 50).judged().violations()).isEmpty();
    }

    @Test
    void aLockThatOthersHoldMeanwhileGoesToSomebody() {
        assertThat(waited(PathNames.FAIR, 70)
                        .hold("b-1", 990, 1_030, 1_200, 1_035, 0)
                        .judged()
                        .violations())
                .isEmpty();
        assertThat(waited(PathNames.FAIR, 70)
                        .hold("b-1", 990, 1_001, 1_200, 1_005, 0)
                        .kinds())
                .containsExactly(Violation.Kind.STALLED);
    }

    @Test
    void faultsOfItsOwnClientAndOfTheServersExcuse() {
        assertThat(waited(PathNames.FAIR, 70).struck("a", 1_020, 1_030).judged().violations())
                .isEmpty();
        assertThat(waited(PathNames.FAIR, 70)
                        .struck(Strike.EVERYBODY, 1_020, 1_030)
                        .judged()
                        .violations())
                .isEmpty();
        assertThat(waited(PathNames.FAIR, 70).struck("b", 1_020, 1_030).kinds())
                .containsExactly(Violation.Kind.STALLED);
    }

    @Test
    void clientThatWasGrantedNothingAtAllIsStalledOnceItHasWaitedForLong() {
        HistoryBuilder starting =
                new HistoryBuilder().at("list:1", "a-1", "a/1", PathNames.QUORUM, 1_000, Kind.FAILED, 1_100, 0);
        HistoryBuilder stalled = new HistoryBuilder()
                .at("list:1", "a-1", "a/1", PathNames.QUORUM, 1_000, Kind.FAILED, 1_100, 0)
                .at("list:1", "a-1", "a/2", PathNames.QUORUM, 1_101, Kind.FAILED, 1_201, 0);

        assertThat(starting.judged().violations()).isEmpty();
        assertThat(stalled.judged().worst().orElseThrow().what())
                .startsWith("a/2 waited for list:1, which went to nobody for 81 ms");
    }

    @Test
    void quorumLockThatGoesToNobodyStallsThoseWhoWait() {
        assertThat(waited(PathNames.QUORUM, 70).kinds()).containsExactly(Violation.Kind.STALLED);
        assertThat(waited(PathNames.QUORUM, 50).judged().violations()).isEmpty();
    }

    @Test
    void twoThatWaitForEachOtherAreStalled() {
        HistoryBuilder told = started()
                .at("x", "a-1", "a/2", PathNames.MULTI, 1_000, Kind.FAILED, 1_070, 0)
                .at("list:1", "a-1", "a/2", PathNames.MULTI, 1_000, Kind.FAILED, 1_070, 0);

        assertThat(told.kinds()).containsExactly(Violation.Kind.STALLED);
    }

    @Test
    void ofSeveralLocksOneThatIsHeldIsAReasonToWait() {
        HistoryBuilder told = started()
                .at("x", "a-1", "a/2", PathNames.MULTI, 1_000, Kind.FAILED, 1_070, 0)
                .at("list:1", "a-1", "a/2", PathNames.MULTI, 1_000, Kind.FAILED, 1_070, 0)
                .hold("b-1", 990, 1_030, 1_200, 1_035, 0);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void permitsThatAreGoneStallThoseWhoWait() {
        HistoryBuilder told = waited(PathNames.PERMITS, 70).share("b-1", new LockShare(2, 5), 990, 1_001, 1_200, 1_068);
        HistoryBuilder full = waited(PathNames.PERMITS, 70).share("b-1", new LockShare(3, 5), 990, 1_001, 1_200, 1_068);

        assertThat(told.kinds()).containsExactly(Violation.Kind.STALLED);
        assertThat(full.judged().violations()).isEmpty();
    }
}
