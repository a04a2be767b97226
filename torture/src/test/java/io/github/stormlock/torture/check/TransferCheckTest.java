package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransferCheckTest {

    private static HistoryBuilder transfer(String id, Kind outcome) {
        return new HistoryBuilder().update("a-1", id, PathNames.TRANSFER, 10, outcome, 20, 0, "");
    }

    @Test
    void transferWithoutItsOtherHalfIsHalf() {
        Verdict verdict = transfer("a.transfer0/7", Kind.UNKNOWN)
                .list(ChainLink.text("a.transfer0/7", ChainLink.NOBODY))
                .judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.HALF);
        assertThat(verdict.worst().orElseThrow().what()).contains("a.transfer0/7", "other half is nowhere");
    }

    @Test
    void eitherHalfAloneIsHalf() {
        assertThat(transfer("a.transfer0&/7", Kind.UNKNOWN)
                        .list(ChainLink.text("a.transfer0&/7", ChainLink.NOBODY))
                        .judged()
                        .counts())
                .containsOnlyKeys(Violation.Kind.HALF);
    }

    @Test
    void wholeTransferAndNoneAreClean() {
        assertThat(transfer("a.transfer0/7", Kind.UNKNOWN)
                        .list(
                                ChainLink.text("a.transfer0/7", ChainLink.NOBODY),
                                ChainLink.text("a.transfer0&/7", "a.transfer0/7"))
                        .judged()
                        .violations())
                .isEmpty();
        assertThat(transfer("a.transfer0/7", Kind.UNKNOWN).judged().violations())
                .isEmpty();
    }

    /** The first half of a relay may be there alone: it is sent again until the second one is there, too. */
    @Test
    void creditOfARelayWithoutItsDebitIsHalf() {
        for (String id : new String[] {"a.relay/7", "a.relay&/7"}) {
            Verdict verdict = new HistoryBuilder()
                    .update("a-1", id, PathNames.RELAY, 10, Kind.UNKNOWN, 20, 0, "")
                    .list(ChainLink.text(id, ChainLink.NOBODY))
                    .judged();

            assertThat(verdict.counts().keySet())
                    .as(id)
                    .containsExactlyElementsOf(id.contains("&") ? List.of(Violation.Kind.HALF) : List.of());
        }
    }

    @Test
    void debitThatTheServerLostBeforeTheCreditIsNoHalf() {
        HistoryBuilder relay = new HistoryBuilder()
                .update("a-1", "a.relay/7", PathNames.RELAY, 10, Kind.UNKNOWN, 20, 0, "")
                .update("a-1", "a.relay&/7", PathNames.RELAY, 10, Kind.UNKNOWN, 20, 0, "")
                .list(ChainLink.text("a.relay&/7", ChainLink.NOBODY));

        assertThat(relay.judged().counts()).containsOnlyKeys(Violation.Kind.HALF);
        assertThat(relay.serverLost(12, 15).judged().violations()).isEmpty();
    }

    @Test
    void lookThatSawAPartIsHalf() {
        HistoryBuilder saw =
                new HistoryBuilder().update("a-1", "", PathNames.AUDIT, 10, Kind.FAILED, 20, 0, Op.HALF + "-5");

        assertThat(saw.judged().counts()).containsOnlyKeys(Violation.Kind.HALF);
    }
}
