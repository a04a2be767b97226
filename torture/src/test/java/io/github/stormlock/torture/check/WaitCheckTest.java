package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class WaitCheckTest {
    private static HistoryBuilder timedOut(long took) {
        return new HistoryBuilder()
                .update("a", "x", PathNames.ONCE, 1_000, Kind.FAILED, 1_000 + took, 0, "LockTimeoutException: busy")
                .list();
    }

    @Test
    void aWaitThatEndsAtItsDeadlineIsClean() {
        assertThat(timedOut(104).judged().violations()).isEmpty();
    }

    @Test
    void aWaitThatPassesItsDeadlineIsFound() {
        assertThat(timedOut(110).kinds()).containsExactly(Violation.Kind.DEADLINE);
    }

    @Test
    void aBatchMayWaitForSomeEntriesOneAfterAnotherButNotForAll() {
        HistoryBuilder fine = new HistoryBuilder()
                .update("a", "x", PathNames.BATCH, 1_000, Kind.FAILED, 1_300, 0, "LockTimeoutException");
        HistoryBuilder late = new HistoryBuilder()
                .update("a", "x", PathNames.BATCH, 1_000, Kind.FAILED, 1_310, 0, "LockTimeoutException");
        HistoryBuilder bolt = new HistoryBuilder().update("a", "x", PathNames.BOLT, 1_000, Kind.OK, 1_380, 0, "");

        assertThat(fine.list().kinds()).isEmpty();
        assertThat(late.list().kinds()).containsExactly(Violation.Kind.DEADLINE);
        assertThat(bolt.list("x -").kinds()).containsExactly(Violation.Kind.DEADLINE);
    }

    @Test
    void aClientThatIsStillStartingIsBlockedFromWhenItAsksFirst() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "f", PathNames.FINAL, 1_060, Kind.OK, 1_080, 1, "")
                .list("f -")
                .lastRound("a", 1_000);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void aCommitOfALargeValueTakesNoLongerThanAnyOther() {
        HistoryBuilder fine =
                new HistoryBuilder().ran("a", "", PathNames.LARGE, 1_000, 1_200, Kind.UNKNOWN, 1_225, 0, "");
        HistoryBuilder late =
                new HistoryBuilder().ran("a", "", PathNames.LARGE, 1_000, 1_200, Kind.UNKNOWN, 1_226, 0, "");

        assertThat(fine.judged().violations()).isEmpty();
        assertThat(late.kinds()).containsExactly(Violation.Kind.DEADLINE);
    }

    @Test
    void whatItStoodStillDoesNotCount() {
        assertThat(timedOut(150).stood("a", 1_050, 1_100).judged().violations()).isEmpty();
        assertThat(timedOut(150).stood("b", 1_050, 1_100).kinds()).containsExactly(Violation.Kind.DEADLINE);
    }

    @Test
    void anUpdateThatIsClaimedAwaitsItsOutcomeForTwoAnswers() {
        assertThat(new HistoryBuilder()
                        .ok("a", "x", 1_000, 1_120, 1)
                        .list("x -")
                        .kinds())
                .isEmpty();
        assertThat(new HistoryBuilder()
                        .ok("a", "x", 1_000, 1_130, 1)
                        .list("x -")
                        .kinds())
                .containsExactly(Violation.Kind.DEADLINE);
    }

    @Test
    void aClientThatCommitsInTimeIsNotBlocked() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "f", PathNames.FINAL, 1_000, Kind.OK, 1_049, 1, "")
                .list("f -")
                .lastRound("a", 1_000);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void aClientThatCommitsTooLateOrNeverIsBlocked() {
        HistoryBuilder late = new HistoryBuilder()
                .update("a", "", PathNames.MUTEX, 10, Kind.OK, 11, 0, "")
                .update("a", "f", PathNames.FINAL, 1_000, Kind.OK, 1_060, 1, "")
                .list("f -")
                .lastRound("a", 1_000);
        HistoryBuilder never = new HistoryBuilder()
                .update("a", "", PathNames.MUTEX, 10, Kind.OK, 11, 0, "")
                .update("a", "f", PathNames.FINAL, 1_000, Kind.FAILED, 1_040, 0, "LockTimeout")
                .list()
                .lastRound("a", 1_000);

        assertThat(late.kinds()).containsExactly(Violation.Kind.BLOCKED);
        assertThat(never.kinds()).containsExactly(Violation.Kind.BLOCKED);
        assertThat(never.judged().worst().orElseThrow().what()).contains("a could not commit on list:1");
    }

    /** As some do on purpose. What it is granted is granted to nobody else meanwhile. */
    @Test
    void aClientThatWaitsForOneThatHoldsTheLockForLongIsNotBlocked() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "", PathNames.MUTEX, 10, Kind.OK, 11, 0, "")
                .hold("b", 990, 995, 1_500, 1_030, 0)
                .update("a", "f", PathNames.FINAL, 1_000, Kind.OK, 1_060, 1, "")
                .list("f -")
                .lastRound("a", 1_000);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void theLeaseOfADeadHolderIsAPartOfTheRecovery() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "", PathNames.MUTEX, 10, Kind.OK, 11, 0, "")
                .hold("b", 990, 995, 1_030, 0, 0)
                .update("a", "f", PathNames.FINAL, 1_000, Kind.OK, 1_060, 1, "")
                .list("f -")
                .lastRound("a", 1_000);

        assertThat(told.kinds()).containsExactly(Violation.Kind.BLOCKED);
    }

    @Test
    void aJvmThatWasJustStartedMayTakeLonger() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "", PathNames.MUTEX, 990, Kind.OK, 991, 0, "")
                .update("a", "f", PathNames.FINAL, 1_000, Kind.OK, 1_060, 1, "")
                .list("f -")
                .lastRound("a", 1_000);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatTheSameTakesWithoutAFaultIsNoFaultsDoing() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "f", PathNames.FINAL, 1_000, Kind.OK, 1_060, 1, "")
                .update("a", "g", PathNames.FINAL, 2_000, Kind.OK, 2_015, 2, "")
                .list("f -", "g f")
                .lastRound("a", 1_000, 2_000);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatIsLeftBehindIsFound() {
        assertThat(new HistoryBuilder().left("lock:{x} has no expiry").kinds())
                .containsExactly(Violation.Kind.LEFTOVERS);
        assertThat(new HistoryBuilder().left("lock-seen:{x} has no expiry").kinds())
                .containsExactly(Violation.Kind.LEFTOVERS);
    }
}
