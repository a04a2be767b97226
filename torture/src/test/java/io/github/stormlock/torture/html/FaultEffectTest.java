package io.github.stormlock.torture.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.check.Strike;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultEffectTest {
    private static Op op(String client, long invoked, HistoryLine.Kind outcome, long answered) {
        return new Op(client, client + invoked, "id", "hash:1", "once", invoked, outcome, answered, 1, "", 0);
    }

    private static Op ok(String client, long invoked, long answered) {
        return op(client, invoked, HistoryLine.Kind.OK, answered);
    }

    @Test
    void longestStandstillAndItsEndAreFoundAlsoBehindTheFault() {
        Strike strike = new Strike("restart", Strike.EVERYBODY, new Span(100, 200));

        FaultEffect effect = FaultEffect.of(
                strike,
                List.of(
                        ok("client0-1", 80, 90),
                        ok("client1-1", 90, 110),
                        op("client0-1", 120, HistoryLine.Kind.FAILED, 300),
                        ok("client0-1", 95, 180),
                        ok("client1-1", 130, 450),
                        ok("client1-1", 460, 2_000)));

        assertThat(effect.stood()).isEqualTo(270);
        assertThat(effect.again()).isEqualTo(450);
        assertThat(effect.open()).isEqualTo(4);
    }

    @Test
    void othersAreNoSignThatTheStruckClientGoesOn() {
        Strike strike = new Strike("kill", "client1", new Span(100, 110));

        FaultEffect effect = FaultEffect.of(strike, List.of(ok("client0-1", 100, 105), ok("client1-2", 300, 400)));

        assertThat(effect.stood()).isEqualTo(300);
        assertThat(effect.again()).isEqualTo(400);
    }

    @Test
    void clientThatIsNeverAnsweredAgainIsToldSo() {
        Strike strike = new Strike("kill", "client1", new Span(100, 110));

        assertThat(FaultEffect.of(strike, List.of(ok("client1-1", 10, 20))).again())
                .isEqualTo(Long.MAX_VALUE);
    }
}
