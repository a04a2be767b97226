package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class CalmCheckTest {
    private static HistoryBuilder held(Kind outcome) {
        return new HistoryBuilder().update("a", "", PathNames.CALM, 1_000, outcome, 1_100, 0, "");
    }

    @Test
    void aMutexThatIsHeldPastItsLeaseIsClean() {
        assertThat(held(Kind.OK).judged().violations()).isEmpty();
    }

    @Test
    void aMutexThatIsLostThoughNothingStrikesHasLapsed() {
        assertThat(held(Kind.FAILED).kinds()).containsExactly(Violation.Kind.LAPSED);
    }

    @Test
    void aJvmThatStandsStillRenewsNothing() {
        assertThat(held(Kind.FAILED).stood("a", 1_010, 1_050).judged().violations())
                .isEmpty();
    }
}
