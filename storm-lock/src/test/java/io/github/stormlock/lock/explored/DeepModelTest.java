package io.github.stormlock.lock.explored;

import static io.github.stormlock.lock.explored.state.ModelFault.ANSWER_LOST;
import static io.github.stormlock.lock.explored.state.ModelFault.FAIL_OVER;
import static io.github.stormlock.lock.explored.state.ModelFault.GIVE_UP;
import static io.github.stormlock.lock.explored.state.ModelFault.LEASE_ENDS;
import static io.github.stormlock.lock.explored.state.ModelFault.WORD_LOST;

import io.github.stormlock.lock.explored.search.Explorations;
import io.github.stormlock.lock.explored.state.ModelScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The larger models, which take some minutes and up to 8 GB. {@code .ci/full} runs them. */
@Tag("large-model")
class DeepModelTest {
    private static final int MOST = 3_000_000;

    private static ModelScenario workers(int workers, boolean wishes) {
        ModelScenario scenario = new ModelScenario();
        for (int worker = 0; worker < workers; worker++) {
            scenario.workerQueue(worker, 0);
        }
        return wishes ? scenario.wishes() : scenario;
    }

    private static void clean(String name, boolean wishes, ModelScenario scenario) {
        Explorations.clean(name + (wishes ? ", with wishes" : ", with claims"), new Protocol(scenario), MOST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStrangerTwoLostAnswersAndALostLease(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+").executor("1-").attempts(1).stranger();
        clean("a stranger", wishes, scenario.may(ANSWER_LOST, 2).may(LEASE_ENDS, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailOverAndTwoLostAnswers(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+a").executor("1-b").attempts(1);
        clean("fail-over", wishes, scenario.may(ANSWER_LOST, 2).may(FAIL_OVER, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailOverWithThreeWaitersAndALostWord(boolean wishes) {
        ModelScenario scenario = workers(3, wishes)
                .executor("0+a")
                .executor("1-b")
                .executor("2+")
                .attempts(wishes ? 1 : 0);
        clean("fail-over with notes", wishes, scenario.may(FAIL_OVER, 1).may(WORD_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoLostAnswersWhereValuesComeBack(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+a 0+b").executor("1- 1+").attempts(1);
        clean("values come back", wishes, scenario.may(ANSWER_LOST, 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDeadlineForAllAndAFailOver(boolean wishes) {
        ModelScenario scenario =
                workers(2, wishes).executor("0+a").executor("1- 1+").attempts(1).deadlineAlways();
        clean(
                "a deadline for all",
                wishes,
                scenario.may(ANSWER_LOST, 1).may(GIVE_UP, 1).may(FAIL_OVER, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aGroupThatOthersJoinAndLeave(boolean wishes) {
        ModelScenario scenario = workers(2, wishes)
                .executor("0+a")
                .executor("0-b 0+a")
                .executor("1-b")
                .attempts(1);
        clean("join and give up", wishes, scenario.may(GIVE_UP, 1).may(ANSWER_LOST, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void batchesOverTwoEntriesWhoseRoundsAreLost(boolean wishes) {
        ModelScenario scenario = new ModelScenario()
                .workerQueue(0, 0)
                .workerQueue(0, 1)
                .workerQueue(1, 0)
                .workerQueue(1, 1)
                .attempts(1);
        scenario.caller("0+a&1+b 0-e").caller("2-c&3-").may(ANSWER_LOST, 1);
        clean("batches, a round lost", wishes, wishes ? scenario.wishes() : scenario);
    }
}
