package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrikeTest {
    private static Op op(String incarnation, long from, long to) {
        return new Op(incarnation, "op", "x/1", "list:1", "once", from, Kind.OK, to, 1, "", 0);
    }

    @Test
    void countsWhatIsOpenMeanwhileAtItsClient() {
        Strike strike = new Strike("cut", "client1", new Span(10, 20));
        List<Op> ops = List.of(
                op("client1-1", 5, 10),
                op("client1-2", 15, Long.MAX_VALUE),
                op("client1-2", 21, 22),
                op("client10-1", 5, 30));

        assertThat(strike.open(ops)).isEqualTo(2);
    }

    @Test
    void countsWhatIsOpenAnywhereIfItStrikesServers() {
        Strike strike = new Strike("restart", Strike.EVERYBODY, new Span(10, 20));

        assertThat(strike.open(List.of(op("client1-1", 5, 10), op("client0-2", 15, 16))))
                .isEqualTo(2);
    }
}
