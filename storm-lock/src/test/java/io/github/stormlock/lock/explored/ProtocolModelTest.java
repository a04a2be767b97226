package io.github.stormlock.lock.explored;

import static io.github.stormlock.lock.explored.state.ModelFault.ANSWER_LOST;
import static io.github.stormlock.lock.explored.state.ModelFault.FAIL_OVER;
import static io.github.stormlock.lock.explored.state.ModelFault.GIVE_UP;
import static io.github.stormlock.lock.explored.state.ModelFault.KILL;
import static io.github.stormlock.lock.explored.state.ModelFault.LEASE_ENDS;
import static io.github.stormlock.lock.explored.state.ModelFault.MARKS_REFUSED;
import static io.github.stormlock.lock.explored.state.ModelFault.UNHEARD;
import static io.github.stormlock.lock.explored.state.ModelFault.WORD_LOST;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.explored.search.Explorations;
import io.github.stormlock.lock.explored.search.Explorer;
import io.github.stormlock.lock.explored.search.Outcome;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Explores all states of the protocol with few updates and one or two troubles. Nothing is lost, nothing is written
 * twice, each caller is told the truth, updates of one caller stay in order, and each is settled at last. There are
 * models with claims only, and models with wishes.
 */
@Tag("model")
class ProtocolModelTest {
    private static final int MOST = 200_000;

    private static ModelScenario workers(int workers, boolean wishes) {
        ModelScenario scenario = new ModelScenario();
        for (int worker = 0; worker < workers; worker++) {
            scenario.workerQueue(worker, 0);
        }
        return wishes ? scenario.wishes() : scenario;
    }

    private static ModelScenario twoEntries(boolean wishes) {
        ModelScenario scenario = new ModelScenario()
                .workerQueue(0, 0)
                .workerQueue(0, 1)
                .workerQueue(1, 0)
                .workerQueue(1, 1);
        return wishes ? scenario.wishes() : scenario;
    }

    private static void clean(String name, boolean wishes, ModelScenario scenario) {
        Explorations.clean(name + (wishes ? ", with wishes" : ", with claims"), new Protocol(scenario), MOST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void updatesWithIdsSurviveALostAnswerAndALostLease(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+a 0+b").executor("1+b").attempts(1);
        clean("ids", wishes, scenario.may(ANSWER_LOST, 1).may(LEASE_ENDS, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void updatesWithoutIdsSurviveALostAnswerAndALostLease(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+ 0-").executor("1-").attempts(1);
        clean("no ids", wishes, scenario.may(ANSWER_LOST, 1).may(LEASE_ENDS, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStrangerThatTakesTheLockExcludesAndIsExcluded(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+").executor("1-a").attempts(1).stranger();
        clean("a stranger", wishes, scenario.may(ANSWER_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailOverLosesTheLastWritesAndNothingElse(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+a").executor("1-b").attempts(1);
        clean("fail-over", wishes, scenario.may(ANSWER_LOST, 1).may(FAIL_OVER, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waitersGetOnWhereAFailOverLosesTheirNotesAndGifts(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+a 0-").executor("1-b").attempts(wishes ? 1 : 0);
        clean("fail-over with notes", wishes, scenario.may(FAIL_OVER, 1).may(WORD_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGroupThatOthersJoinAndLeaveIsSettledOneByOne(boolean wishes) {
        ModelScenario scenario = workers(2, wishes)
                .executor("0+a")
                .executor("0+a")
                .executor("1-b")
                .attempts(1);
        clean("join and give up", wishes, scenario.may(GIVE_UP, 1).may(ANSWER_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void verdictsRestOnWhatStood(boolean wishes) {
        ModelScenario scenario = workers(2, wishes)
                .firstValue(1)
                .executor("0t 0f")
                .executor("1t")
                .attempts(1);
        clean("verdicts", wishes, scenario.may(ANSWER_LOST, 1).may(LEASE_ENDS, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void updatesWithAndWithoutIdsOfOneCallerStayInOrder(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+ 0-a 0+").executor("1-").attempts(1);
        clean("both kinds", wishes, scenario.may(ANSWER_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBatchWaitsForOneEntryAndHoldsNoOther(boolean wishes) {
        ModelScenario scenario =
                twoEntries(wishes).caller("0+a&1+b").caller("3-c&2-d").attempts(0);
        clean("batches behind locks", wishes, scenario);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBatchIsSettledUpdateByUpdateWhereItsRoundIsLost(boolean wishes) {
        ModelScenario scenario =
                twoEntries(wishes).caller("0+a&1+b 0-e").caller("2-c").attempts(1);
        clean("batches, a round lost", wishes, scenario.may(ANSWER_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBatchThatIsSubmittedAgainElsewhereIsWrittenOnce(boolean wishes) {
        ModelScenario scenario = twoEntries(wishes)
                .caller("0+a&1+b")
                .caller("2+a&3+b")
                .caller("2-")
                .attempts(1);
        clean("batches again, a kill", wishes, scenario.may(KILL, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsAloneWakeEveryWaiterWhereNothingIsLost(boolean wishes) {
        ModelScenario scenario = workers(4, wishes)
                .executor("0-")
                .executor("1+a")
                .executor("2+a")
                .executor("3+");
        clean("no polls", wishes, scenario.attempts(1).without(Guard.POLL));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsAloneWakeEveryWaiterWhereOneGivesUp(boolean wishes) {
        ModelScenario scenario = workers(3, wishes)
                .executor("0-")
                .executor("1+a")
                .executor("2+a 2+")
                .attempts(1);
        clean("no polls, give up", wishes, scenario.may(GIVE_UP, 1).without(Guard.POLL));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pollsMakeUpForLostWords(boolean wishes) {
        ModelScenario scenario =
                workers(3, wishes).executor("0-").executor("1+a").executor("2+").attempts(wishes ? 1 : 0);
        clean("lost words", wishes, scenario.may(UNHEARD, 1).may(WORD_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusedMarksLeaveNothingWritten(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).caller("0+a 0+a").caller("1-b 1-").attempts(1);
        clean("refused marks", wishes, scenario.may(MARKS_REFUSED, 1).may(ANSWER_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 2, 3})
    void whateverAWorkerRemembersIsNoPartOfSafety(int memory) {
        ModelScenario scenario = workers(2, false)
                .firstValue(1)
                .memory(memory)
                .executor("0t 0+a")
                .executor("1f");
        clean("memory " + memory, false, scenario.attempts(1).may(ANSWER_LOST, 1));
    }

    /** Without a deadline, an unanswered copy is applied whenever it comes, even behind what its caller submitted later. */
    @Test
    void withoutADeadlineAStrayCopyWithAnIdOvertakes() {
        Outcome outcome = Explorer.explore(new Protocol(strays().judgesStrays()), MOST);
        assertThat(outcome.violation()).startsWith("I10:");
    }

    @Test
    void whereAllAttemptsHaveADeadlineNoStrayCopyOvertakes() {
        clean("a deadline for all", false, strays().judgesStrays().deadlineAlways());
    }

    private static ModelScenario strays() {
        ModelScenario scenario =
                workers(2, false).executor("0+a 0+b").executor("1- 1+").attempts(1);
        return scenario.may(ANSWER_LOST, 1).may(GIVE_UP, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneCallerAtTwoDesksOfAnEntryLosesItsOrder(boolean wishes) {
        ModelScenario scenario = workers(2, wishes).executor("0+a 1-b");
        assertThat(Explorer.explore(new Protocol(scenario), MOST).violation()).startsWith("I10:");
    }
}
