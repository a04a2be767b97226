package io.github.stormlock.lock.explored.batch;

import io.github.stormlock.lock.explored.search.Explorations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores all states of callers that share the entries of their batches. Each batch is settled, in order, and nobody
 * sleeps on.
 */
@Tag("model")
class BatchModelTest {
    private static final int MOST = 150_000;

    @Test
    void oneEntryIsBusyOneMissesAndOneWasAppliedBefore() {
        BatchScenario scenario = new BatchScenario()
                .caller("01 1")
                .caller("10")
                .misses(1)
                .busy(1)
                .replays(1);
        Explorations.clean("batches in one worker", new BatchModel(scenario), MOST);
    }

    @Test
    void batchesThatOverlapInACircleEnd() {
        BatchScenario scenario =
                new BatchScenario().caller("01").caller("12").caller("20").misses(1);
        Explorations.clean("batches in a circle", new BatchModel(scenario), MOST);
    }

    @Test
    void callersThatGiveUpLeaveNobodyAsleep() {
        BatchScenario scenario =
                new BatchScenario().caller("01").caller("0").caller("0").busy(1).givesUp(1);
        Explorations.clean("batches, one gives up", new BatchModel(scenario), MOST);
    }
}
