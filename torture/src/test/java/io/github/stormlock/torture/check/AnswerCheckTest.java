package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
    private static HistoryBuilder thrown(HistoryBuilder told) {
        return told.update("a", "x", PathNames.LIST, 5, Kind.FAILED, 6, 0, Op.THREW);
    }

    @Test
    void anUpdateThatThrowsMayBeToldByWhatItThrew() {
        assertThat(thrown(new HistoryBuilder()).list().judged().violations()).isEmpty();
    }

    @Test
    void aReplayThatIsToldByWhatItsUpdateThrewIsFound() {
        HistoryBuilder told = thrown(new HistoryBuilder().ok("a", "x", 1, 2, 1)).list("x -");

        assertThat(told.kinds()).containsExactly(Violation.Kind.ANSWER);
        assertThat(told.judged().worst().orElseThrow().witness()).hasSize(2);
    }

    @Test
    void anUpdateThatTheServerLostIsNoReplay() {
        HistoryBuilder told =
                thrown(new HistoryBuilder().ok("a", "x", 1, 2, 1)).list().serverLost(1, 3);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatNoUpdateThrowsIsFound() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "x", PathNames.ONCE, 1, Kind.UNKNOWN, 2, 0, Op.UNEXPECTED + "NumberFormatException: busy")
                .list();

        assertThat(told.kinds()).containsExactly(Violation.Kind.ANSWER);
        assertThat(told.judged().worst().orElseThrow().what()).endsWith("NumberFormatException: busy");
    }
}
