package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class OrderCheckTest {
    private final HistoryBuilder told = new HistoryBuilder();

    @Test
    void updatesInTheOrderInWhichTheyWereSubmittedAreClean() {
        told.ok("a", "a.batch/1", 1, 3, 1).ok("a", "a.batch/2", 1, 3, 2);
        assertThat(told.list("a.batch/1 -", "a.batch/2 a.batch/1").kinds()).isEmpty();
    }

    @Test
    void updateInFrontOfOneThatWasSubmittedBeforeItIsAViolation() {
        told.ok("a", "a.batch/9", 1, 3, 2).ok("a", "a.batch/10", 1, 3, 1);
        assertThat(told.list("a.batch/10 -", "a.batch/9 a.batch/10").kinds()).containsExactly(Violation.Kind.ORDER);
    }

    @Test
    void updateThatWasSentAgainComesWhereItIsSentAgain() {
        told.update("a", "a.batch/1", 1, Kind.UNKNOWN, 3, 0)
                .ok("a", "a.batch/2", 1, 3, 1)
                .ok("a", "a.batch/1", 4, 5, 2);
        assertThat(told.list("a.batch/2 -", "a.batch/1 a.batch/2").kinds()).isEmpty();
    }

    @Test
    void updatesOfDifferentThreadsHaveNoOrder() {
        told.ok("a", "a.once/1", 1, 3, 2).ok("a", "a.batch/2", 1, 3, 1);
        assertThat(told.list("a.batch/2 -", "a.once/1 a.batch/2").kinds()).isEmpty();
    }

    @Test
    void threadsThatShareANameHaveNoOrder() {
        told.update("a", "a.final/1", PathNames.FINAL, 1, Kind.OK, 3, 2, "")
                .update("a", "a.final/2", PathNames.FINAL, 1, Kind.OK, 3, 1, "");
        assertThat(told.list("a.final/2 -", "a.final/1 a.final/2").kinds()).isEmpty();
    }
}
