package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class ViewsCheckTest {
    private static final String TIMED_OUT = "LockTimeoutException: entry views was not free within 100 ms";

    private static HistoryBuilder waited(long from, long to, String why) {
        return new HistoryBuilder().update("a-1", "", PathNames.VIEWS, from, Kind.FAILED, to, 0, why);
    }

    @Test
    void whoWaitsItsWholeTimeIsStalled() {
        Verdict verdict = waited(10, 115, TIMED_OUT).judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.STALLED);
        assertThat(verdict.worst().orElseThrow().what()).contains("in vain, for 105 ms");
    }

    @Test
    void whoseJvmStoodStillMeanwhileIsNot() {
        assertThat(waited(10, 115, TIMED_OUT).stood("a-1", 20, 40).judged().violations())
                .isEmpty();
    }

    @Test
    void whatEndsOtherwiseIsNoWaitInVain() {
        assertThat(waited(10, 115, "UpdateThrewException: a").judged().violations())
                .isEmpty();
    }
}
