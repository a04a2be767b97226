package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.HistoryLine.Kind;
import io.github.stormlock.torture.history.PathNames;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChainCheckTest {
    @Test
    void aChainOfAllThatWasAckedIsClean() {
        HistoryBuilder told =
                new HistoryBuilder().ok("a", "x", 1, 2, 1).ok("b", "y", 1, 3, 2).list("x -", "y x");

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void anAckedUpdateThatIsNotThereIsLost() {
        Verdict verdict = new HistoryBuilder()
                .ok("a", "x", 1, 2, 1)
                .ok("b", "y", 1, 3, 1)
                .list("y -")
                .judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.LOST);
        assertThat(verdict.worst().orElseThrow().what()).contains("x was acked and is not in list:1");
        assertThat(verdict.worst().orElseThrow().witness())
                .singleElement()
                .asString()
                .contains("a: update x");
    }

    @Test
    void anUpdateOfWhichNobodyHeardMayBeThereOrNot() {
        HistoryBuilder there =
                new HistoryBuilder().update("a", "x", 1, Kind.UNKNOWN, 2, 0).list("x -");
        HistoryBuilder notThere =
                new HistoryBuilder().update("a", "x", 1, Kind.UNKNOWN, 2, 0).list();
        HistoryBuilder killed =
                new HistoryBuilder().update("a", "x", 1, Kind.OK, 0, 0).list("x -");

        assertThat(there.judged().isClean()).isTrue();
        assertThat(notThere.judged().isClean()).isTrue();
        assertThat(killed.judged().isClean()).isTrue();
    }

    @Test
    void anUpdateThatIsThereTwiceIsDoubled() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "x", 1, Kind.UNKNOWN, 2, 0)
                .ok("a", "x", 3, 4, 2)
                .list("x -", "x x");

        assertThat(told.kinds()).containsExactly(Violation.Kind.DOUBLED);
    }

    @Test
    void anUpdateThatWasSaidNotToBeWrittenAndIsWouldBeDoubledByALaterTry() {
        HistoryBuilder told =
                new HistoryBuilder().update("a", "x", 1, Kind.FAILED, 2, 0).list("x -");

        assertThat(told.kinds()).containsExactly(Violation.Kind.DOUBLED);
    }

    @Test
    void anUpdateMadeOnTopOfAnotherThanTheOneBeforeItIsForked() {
        HistoryBuilder told =
                new HistoryBuilder().ok("a", "x", 1, 2, 1).ok("b", "y", 1, 2, 1).list("x -", "y -");

        assertThat(told.kinds()).containsExactly(Violation.Kind.FORKED);
    }

    @Test
    void aHashThatDoesNotFitTogetherIsTorn() {
        Map<String, String> whole = Map.of("n", "2", "last", "y", "u1", "x -", "u2", "y x");
        Map<String, String> oldCount = Map.of("n", "1", "last", "y", "u1", "x -", "u2", "y x");
        Map<String, String> oldLast = Map.of("n", "2", "last", "x", "u1", "x -", "u2", "y x");
        Map<String, String> gap = Map.of("n", "3", "last", "y", "u1", "x -", "u3", "y x");

        assertThat(new HistoryBuilder().hash(whole).kinds()).isEmpty();
        assertThat(new HistoryBuilder().hash(oldCount).kinds()).containsExactly(Violation.Kind.TORN);
        assertThat(new HistoryBuilder().hash(oldLast).kinds()).containsExactly(Violation.Kind.TORN);
        assertThat(new HistoryBuilder().hash(gap).kinds()).containsExactly(Violation.Kind.TORN);
    }

    @Test
    void aHashWhoseUpdateWasWrittenOverByAnotherOfTheSameNumberIsTorn() {
        Map<String, String> whole = Map.of("n", "1", "last", "x", "u1", "x -", "w:x", "1", "trim", "x");
        Map<String, String> over = Map.of("n", "1", "last", "y", "u1", "y -", "w:x", "1");

        assertThat(new HistoryBuilder().hash(whole).kinds()).isEmpty();
        assertThat(new HistoryBuilder().hash(over).kinds()).containsExactly(Violation.Kind.TORN);
        assertThat(new HistoryBuilder()
                        .hash(over)
                        .judged()
                        .worst()
                        .orElseThrow()
                        .what())
                .contains("x was written as number 1, where another is");
    }

    @Test
    void whatAServerLostAtItsEndMayBeMissing() {
        HistoryBuilder told = new HistoryBuilder()
                .ok("a", "x", 1, 2, 1)
                .ok("a", "y", 11, 12, 2)
                .ok("a", "z", 30, 31, 2)
                .list("x -", "z x")
                .serverLost(10, 20);

        assertThat(told.judged().violations()).isEmpty();
    }

    @Test
    void whatWasAckedBeforeTheServerLostAnythingMustBeThere() {
        HistoryBuilder told = new HistoryBuilder().ok("a", "x", 1, 2, 1).list().serverLost(10, 20);

        assertThat(told.kinds()).containsExactly(Violation.Kind.LOST);
    }

    @Test
    void whatWasAskedOfTheNextServerIsNotLostWithTheOneBefore() {
        HistoryBuilder told = new HistoryBuilder()
                .update("a", "x", 11, Kind.UNKNOWN, 19, 0)
                .ok("a", "x", 25, 26, 1)
                .list()
                .serverLost(10, 20);

        assertThat(told.kinds()).containsExactly(Violation.Kind.LOST);
    }

    @Test
    void whatAServerLostIsATailSoNothingAfterItIsThere() {
        HistoryBuilder told = new HistoryBuilder()
                .ok("a", "x", 11, 12, 1)
                .ok("a", "y", 13, 14, 1)
                .list("y -")
                .serverLost(10, 20);

        assertThat(told.judged().worst().orElseThrow().what()).contains("the server lost more than a tail");
    }

    /** Its first copy was written as number 3. The second one was computed on an empty guess, and was a replay. */
    @Test
    void placeOfATupleThatIsSentAgainIsNotKnown() {
        HistoryBuilder told = new HistoryBuilder()
                .ok("a", "y", 9, 10, 1)
                .update("b", "x", PathNames.BOLT, 11, Kind.UNKNOWN, 0, 0, "")
                .update("c", "x", PathNames.BOLT, 13, Kind.OK, 14, 1, "")
                .list("y -")
                .serverLost(10, 20);
        assertThat(told.judged().violations()).isEmpty();

        HistoryBuilder once = new HistoryBuilder()
                .ok("a", "y", 9, 10, 1)
                .update("c", "x", PathNames.BOLT, 13, Kind.OK, 14, 1, "")
                .list("y -")
                .serverLost(10, 20);
        assertThat(once.kinds()).containsExactly(Violation.Kind.LOST);
    }

    @Test
    void theVerdictShowsTheSmallestWitnessOfTheWorstKindFirst() {
        Verdict verdict = new HistoryBuilder()
                .ok("a", "x", 1, 2, 1)
                .update("b", "y", 1, Kind.UNKNOWN, 2, 0)
                .ok("b", "y", 3, 4, 1)
                .left("junk has no expiry")
                .list()
                .judged();

        assertThat(verdict.worst().orElseThrow().what()).startsWith("x ");
        assertThat(verdict.counts()).containsEntry(Violation.Kind.LOST, 2).containsEntry(Violation.Kind.LEFTOVERS, 1);
    }
}
