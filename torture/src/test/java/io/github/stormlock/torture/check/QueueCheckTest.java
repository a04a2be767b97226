package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class QueueCheckTest {
    private static final long CLEARLY_LATER = 2_000_000_000L;

    private int told;

    private HistoryBuilder waits(HistoryBuilder of, long from, Kind outcome, long to) {
        return of.update("a", "", PathNames.PATIENT, from * CLEARLY_LATER, outcome, to * CLEARLY_LATER, 0, "" + told++);
    }

    /** Builds a history in which one client waits from the first moment, beside another that comes again and again. */
    private HistoryBuilder passed(int times, long until) {
        HistoryBuilder all = waits(new HistoryBuilder(), 1, Kind.FAILED, until);
        for (int i = 0; i < times; i++) {
            all = waits(all, 2 + 2L * i, Kind.OK, 3 + 2L * i);
        }
        return all;
    }

    @Test
    void whoIsPassedByAsManyAsWaitIsNotStarved() {
        assertThat(passed(3, 100).judged().violations()).isEmpty();
    }

    @Test
    void whoIsPassedByHalfAsManyAgainIsStarved() {
        Verdict verdict = passed(4, 100).judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.STARVED);
        assertThat(verdict.worst().orElseThrow().what())
                .contains("while 4 who came after it were granted it; 3 may be");
    }

    @Test
    void whoWasServedBeforeTheOthersWasNotPassed() {
        assertThat(passed(20, 4).judged().violations()).isEmpty();
    }

    /** Ten come with the one that waits, and ten come later: each passes it once. */
    @Test
    void clientsThatCameAtTheSameTimeMayBeGrantedInAnyOrder() {
        HistoryBuilder all = waits(new HistoryBuilder(), 1, Kind.FAILED, 100);
        for (int i = 0; i < 10; i++) {
            long granted = (3 + 2L * i) * CLEARLY_LATER;
            all = all.update("a", "", PathNames.PATIENT, CLEARLY_LATER + 1 + i, Kind.OK, granted, 0, "" + told++);
            all = all.update("a", "", PathNames.PATIENT, granted + 1, Kind.OK, granted + CLEARLY_LATER, 0, "" + told++);
        }
        assertThat(all.judged().violations()).isEmpty();
    }
}
