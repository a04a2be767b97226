package io.github.stormlock.lock.explored;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.explored.search.Explorations;
import io.github.stormlock.lock.explored.search.Explorer;
import io.github.stormlock.lock.explored.state.ModelScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Explores all states of the protocol with few updates and one or two troubles. Nothing is lost, nothing is written
 * twice, each caller is told the truth, updates of one caller stay in order, and each is settled at last.
 */
@Tag("model")
class ProtocolModelTest {
    private static final int MOST = 200_000;
    private static final String STRAYS = "2 workers | 0+a 0+b | 1- 1+ | attempts=1 ANSWER_LOST GIVE_UP strays";

    private static void clean(String name, String scenario) {
        Explorations.clean(name, new Protocol(ModelScenario.of(scenario)), MOST);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ':',
            value = {
                "with ids, a lost answer and a lost lease: 2 workers | 0+a 0+b | 1+b | attempts=1 ANSWER_LOST"
                        + " LEASE_ENDS",
                "without ids, a lost answer and a lost lease: 2 workers | 0+ 0- | 1- | attempts=1 ANSWER_LOST"
                        + " LEASE_ENDS",
                "a stranger excludes and is excluded: 2 workers | 0+ | 1-a | attempts=1 stranger ANSWER_LOST",
                "a fail-over loses the last writes alone: 2 workers | 0+a | 1-b | attempts=1 ANSWER_LOST FAIL_OVER",
                "a group that others join and leave: 2 workers | 0+a | 0+a | 1-b | attempts=1 GIVE_UP ANSWER_LOST",
                "verdicts rest on what stood: 2 workers | first=1 | 0t 0f | 1t | attempts=1 ANSWER_LOST LEASE_ENDS",
                "both kinds of one caller stay in order: 2 workers | 0+ 0-a 0+ | 1- | attempts=1 ANSWER_LOST",
                "a batch waits and holds no other entry: 2 workers, 2 entries | >0+a&1+b | >3-c&2-d | attempts=0",
                "a batch whose round is lost: 2 workers, 2 entries | >0+a&1+b 0-e | >2-c | attempts=1 ANSWER_LOST",
                "a batch is submitted again elsewhere: 2 workers, 2 entries | >0+a&1+b | >2+a&3+b | >2- | attempts=1"
                        + " KILL",
                "words alone wake every waiter: 4 workers | 0- | 1+a | 2+a | 3+ | attempts=1 without=POLL",
                "words alone, one gives up: 3 workers | 0- | 1+a | 2+a 2+ | attempts=1 GIVE_UP without=POLL",
                "refused marks leave nothing written: 2 workers | >0+a 0+a | >1-b 1- | attempts=1 MARKS_REFUSED"
                        + " ANSWER_LOST"
            })
    void allHoldsAlsoWhereAnAttemptThatMetALockIsSentAgain(String name, String scenario) {
        clean(name, scenario);
        clean(name + ", again", scenario + " AGAIN");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"attempts=0", "attempts=1 AGAIN"})
    void waitersGetOnWhereNotesGiftsAndWordsAreLost(String way) {
        clean("fail-over with notes", "2 workers | 0+a 0- | 1-b | FAIL_OVER WORD_LOST " + way);
        clean("lost words", "3 workers | 0- | 1+a | 2+ | UNHEARD WORD_LOST " + way);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 2, 3})
    void whateverAWorkerRemembersIsNoPartOfSafety(int memory) {
        clean("memory " + memory, "2 workers | 0t 0+a | 1f | first=1 attempts=1 ANSWER_LOST memory=" + memory);
    }

    /**
     * Without a deadline, an unanswered copy is applied whenever it comes, even behind what its caller submitted later.
     * And a caller at two queues of one entry has no order.
     */
    @ParameterizedTest
    @ValueSource(strings = {STRAYS, "2 workers | 0+a 1-b | attempts=2"})
    void orderIsLostWithoutADeadlineAndAtTwoQueues(String scenario) {
        assertThat(Explorer.explore(new Protocol(ModelScenario.of(scenario)), MOST)
                        .violation())
                .startsWith("I10:");
    }

    @Test
    void whereAllAttemptsHaveADeadlineNoStrayCopyOvertakes() {
        clean("a deadline for all", STRAYS + " deadline");
    }
}
