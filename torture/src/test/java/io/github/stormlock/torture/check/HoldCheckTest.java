package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.LockShare;
import org.junit.jupiter.api.Test;

class HoldCheckTest {
    @Test
    void grantsOneAfterAnotherAreClean() {
        HistoryBuilder told = new HistoryBuilder().hold("a", 1, 2, 100, 5, 10).hold("b", 1, 6, 100, 9, 11);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void twoWhoHoldALockAtATimeOverlap() {
        Verdict verdict = new HistoryBuilder()
                .hold("a", 1, 2, 100, 8, 0)
                .hold("b", 1, 6, 100, 9, 0)
                .judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.OVERLAP);
        assertThat(verdict.worst().orElseThrow().witness()).hasSize(2);
    }

    @Test
    void whatWasPromisedToADeadHolderEndsWithItsLease() {
        HistoryBuilder told = new HistoryBuilder().hold("a", 1, 2, 20, 0, 0).hold("b", 1, 21, 100, 30, 0);
        HistoryBuilder early = new HistoryBuilder().hold("a", 1, 2, 20, 0, 0).hold("b", 1, 19, 100, 30, 0);

        assertThat(told.judged().violations()).isEmpty();
        assertThat(early.kinds()).containsExactly(Violation.Kind.OVERLAP);
    }

    /** Client b stood still until its lease was over. */
    @Test
    void aGrantWhoseTimeIsOverHoldsNothing() {
        HistoryBuilder told = new HistoryBuilder().hold("a", 1, 2, 100, 8, 0).hold("b", 1, 6, 6, 9, 0);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void aLockThatTheServerLostIsFree() {
        HistoryBuilder evicted = new HistoryBuilder().hold("a", 1, 2, 100, 8, 0).hold("b", 5, 6, 100, 9, 0);

        assertThat(evicted.lockLost("list:1", 4, 5).judged().violations()).isEmpty();
        assertThat(new HistoryBuilder()
                        .hold("a", 1, 2, 100, 8, 0)
                        .hold("b", 5, 6, 100, 9, 0)
                        .lockLost("list:2", 4, 5)
                        .kinds())
                .containsExactly(Violation.Kind.OVERLAP);
    }

    /** Client a stood still while its answer was on the way. It was granted the lock first, and heard of it last. */
    @Test
    void aLockThatTheServerLostBeforeItsHolderHeardOfItIsFree() {
        HistoryBuilder told = new HistoryBuilder().hold("a", 1, 8, 100, 12, 0).hold("b", 5, 6, 100, 9, 0);

        assertThat(told.lockLost("list:1", 3, 4).judged().violations()).isEmpty();
    }

    @Test
    void aFenceThatFallsOrComesTwiceIsFound() {
        HistoryBuilder falls = new HistoryBuilder().hold("a", 1, 2, 100, 5, 11).hold("b", 6, 7, 100, 9, 10);
        HistoryBuilder twice = new HistoryBuilder().hold("a", 1, 2, 100, 5, 11).hold("b", 6, 7, 100, 9, 11);

        assertThat(falls.kinds()).containsExactly(Violation.Kind.FENCE);
        assertThat(twice.kinds()).containsExactly(Violation.Kind.FENCE);
    }

    @Test
    void readersHoldALockTogether() {
        HistoryBuilder told = new HistoryBuilder()
                .share("a", LockShare.READER, 1, 2, 100, 8)
                .share("b", LockShare.READER, 1, 3, 100, 9);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void writerBesideAReaderOverlaps() {
        Verdict verdict = new HistoryBuilder()
                .share("a", LockShare.READER, 1, 2, 100, 8)
                .share("b", LockShare.ALONE, 1, 7, 100, 9)
                .judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.OVERLAP);
        assertThat(verdict.worst().orElseThrow().what()).startsWith("a reader and a writer held list:1");
    }

    @Test
    void leaseThatWasProlongedStandsAsLongAsItPromisedLast() {
        HistoryBuilder late = new HistoryBuilder()
                .hold("a", 1, 2, 20, 0, 0)
                .prolonged("a", 40)
                .hold("b", 1, 41, 100, 50, 0);
        HistoryBuilder early = new HistoryBuilder()
                .hold("a", 1, 2, 20, 0, 0)
                .prolonged("a", 40)
                .hold("b", 1, 30, 100, 50, 0);

        assertThat(late.judged().violations()).isEmpty();
        assertThat(early.kinds()).containsExactly(Violation.Kind.OVERLAP);
    }
}
