package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.Explorations;
import io.github.stormlock.lock.explored.state.ModelScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The larger models, which take some minutes and up to 8 GB. {@code .ci/full} runs them. */
@Tag("large-model")
class DeepModelTest {
    private static final int MOST = 3_000_000;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ':',
            value = {
                "a stranger, two lost answers: 2 workers | 0+ | 1- | attempts=1 stranger ANSWER_LOST=2 LEASE_ENDS",
                "a fail-over, two lost answers: 2 workers | 0+a | 1-b | attempts=1 ANSWER_LOST=2 FAIL_OVER",
                "a fail-over with notes: 3 workers | 0+a | 1-b | 2+ | attempts=0 FAIL_OVER WORD_LOST",
                "a fail-over with notes: 3 workers | 0+a | 1-b | 2+ | attempts=1 FAIL_OVER WORD_LOST",
                "values come back: 2 workers | 0+a 0+b | 1- 1+ | attempts=1 ANSWER_LOST=2",
                "a deadline for all: 2 workers | 0+a | 1- 1+ | attempts=1 deadline ANSWER_LOST GIVE_UP FAIL_OVER",
                "join and give up: 2 workers | 0+a | 0-b 0+a | 1-b | attempts=1 GIVE_UP ANSWER_LOST",
                "a lost round: 2 workers, 2 entries | >0+a&1+b 0-e | >2-c&3- | attempts=1 ANSWER_LOST"
            })
    void allHolds(String name, String scenario) {
        Explorations.clean(name, new Protocol(ModelScenario.of(scenario)), MOST);
        Explorations.clean(name + ", again", new Protocol(ModelScenario.of(scenario + " AGAIN")), MOST);
    }
}
