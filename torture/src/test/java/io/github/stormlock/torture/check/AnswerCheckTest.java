package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.Line.Kind;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
    private static Told thrown(Told told) {
        return told.update("a", "x", PathNames.LIST, 5, Kind.FAILED, 6, 0, Op.THREW);
    }

    @Test
    void anUpdateThatThrowsMayBeToldByWhatItThrew() {
        assertThat(thrown(new Told()).list().judged().violations()).isEmpty();
    }

    @Test
    void aReplayThatIsToldByWhatItsUpdateThrewIsFound() {
        Told told = thrown(new Told().ok("a", "x", 1, 2, 1)).list("x -");

        assertThat(told.kinds()).containsExactly(Violation.Kind.ANSWER);
        assertThat(told.judged().worst().orElseThrow().witness()).hasSize(2);
    }

    @Test
    void anUpdateThatTheServerLostIsNoReplay() {
        Told told = thrown(new Told().ok("a", "x", 1, 2, 1)).list().serverLost(1, 3);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatNoUpdateThrowsIsFound() {
        Told told = new Told()
                .update("a", "x", PathNames.ONCE, 1, Kind.UNKNOWN, 2, 0, Op.UNEXPECTED + "NumberFormatException: busy")
                .list();

        assertThat(told.kinds()).containsExactly(Violation.Kind.ANSWER);
        assertThat(told.judged().worst().orElseThrow().what()).endsWith("NumberFormatException: busy");
    }
}
