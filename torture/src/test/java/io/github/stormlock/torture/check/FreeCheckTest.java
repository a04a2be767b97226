package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class FreeCheckTest {
    private static HistoryBuilder waited() {
        return new HistoryBuilder()
                .update("a-1", "", PathNames.MUTEX, 10, Kind.OK, 11, 0, "")
                .update("a-1", "x", PathNames.BATCH, 1_000, Kind.FAILED, 1_090, 0, "LockTimeoutException")
                .list();
    }

    @Test
    void whoWaitsForAnEntryThatIsFreeIsStalled() {
        Verdict verdict = waited().unlocked(1_010, 1_080).judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.STALLED);
        assertThat(verdict.worst().orElseThrow().what()).contains("x waited for list:1, which was free for 70 ms");
    }

    @Test
    void aWaitBarelyOverTheLimitIsStalledToo() {
        assertThat(waited().unlocked(1_010, 1_045).kinds()).containsExactly(Violation.Kind.STALLED);
    }

    @Test
    void whoWaitsForAnEntryThatIsLockedIsNot() {
        assertThat(waited().judged().violations()).isEmpty();
        assertThat(waited().unlocked(1_010, 1_029)
                        .unlocked(1_035, 1_050)
                        .judged()
                        .violations())
                .isEmpty();
    }

    @Test
    void anEntryIsNotFreeWhileAnUpdateOfItIsComputedOrAwaited() {
        HistoryBuilder told = waited().ran("b-1", "y", PathNames.ONCE, 1_000, 1_020, Kind.OK, 1_075, 0, "")
                .list("y -")
                .unlocked(1_010, 1_080);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void anUpdateThatRunsDoesNotWaitAnyMore() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a-1", "", PathNames.MUTEX, 10, Kind.OK, 11, 0, "")
                .ran("a-1", "x", PathNames.ONCE, 1_000, 1_010, Kind.OK, 1_090, 1, "")
                .list("x -")
                .unlocked(1_000, 1_090);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatStrikesItsClientOrTheServersExcuses() {
        assertThat(waited().unlocked(1_010, 1_080)
                        .struck("a", 1_000, 1_050)
                        .judged()
                        .violations())
                .isEmpty();
        assertThat(waited().unlocked(1_010, 1_080)
                        .struck(Strike.EVERYBODY, 1_000, 1_050)
                        .judged()
                        .violations())
                .isEmpty();
        assertThat(waited().unlocked(1_010, 1_080).struck("b", 1_000, 1_050).kinds())
                .containsExactly(Violation.Kind.STALLED);
    }

    @Test
    void aClientThatWasNeverAnsweredBeforeIsStillStarting() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a-1", "x", PathNames.BATCH, 1_000, Kind.FAILED, 1_090, 0, "LockTimeoutException")
                .list()
                .unlocked(1_010, 1_080);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatItStoodStillDoesNotCount() {
        assertThat(waited().unlocked(1_010, 1_080)
                        .stood("a-1", 1_020, 1_075)
                        .judged()
                        .violations())
                .isEmpty();
    }
}
