package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.protocol.ClientConfig;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private static Liveness figures(String story) {
        return Liveness.of(Story.of(story).evidence());
    }

    @Test
    void whatGoesFromOneJvmToAnotherIsAHandOver() {
        Liveness told = figures("client0-1 holds 1 2 100 3; client1-1 holds 1 4 100 5; client1-2 holds 1 6 100 7;"
                + "client0-1 holds 1 8 100 9");

        assertThat(told.handOvers()).isEqualTo(2);
        assertThat(told.grants()).isEqualTo(4);
    }

    @Test
    void latchThatOpensForAWaiterIsAHandOver() {
        Liveness told = figures("a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/2 5 ok 6 0;"
                + "b-1 await@latch:7:2 b/2 2 ok 8");

        assertThat(told.handOvers()).isEqualTo(1);
    }

    @Test
    void readersAndFullPermitsAndWaitersWithAnOrderAreCounted() {
        assertThat(figures("a-1 holds reader 1 2 100 9; b-1 holds reader 1 3 100 9")
                        .readers())
                .isEqualTo(2);
        assertThat(figures("a-1 holds 2/5 1 2 100 9; b-1 holds 3/5 1 3 100 9").full())
                .isEqualTo(1);
        Story fair = Story.of("a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 130; b-1 fair@f b/1 110 ok 140");
        assertThat(FairCheck.judged(fair.evidence())).isEqualTo(1);
    }

    @Test
    void runThatDidLittleIsIdle() {
        Liveness little = new Liveness(300, 99, 1, 0, 0, 0);
        Liveness enough = new Liveness(300, 100, 2, 1, 1, 1);

        assertThat(little.idle(ClientConfig.Kind.READ_WRITE, 60))
                .containsExactly("only 99 hand-overs between JVMs; 100 are wanted", "no two readers together");
        assertThat(little.idle(ClientConfig.Kind.SEMAPHORE, 60)).contains("never all permits in use");
        assertThat(little.idle(ClientConfig.Kind.FAIR, 60)).contains("no waiter whose order could be judged");
        assertThat(little.idle(ClientConfig.Kind.FAIR, 20)).doesNotContain("no waiter whose order could be judged");
        assertThat(little.idle(ClientConfig.Kind.LATCH, 60)).contains("no latch that opened");
        for (ClientConfig.Kind kind : ClientConfig.Kind.values()) {
            assertThat(enough.idle(kind, 60)).as(kind.word()).isEmpty();
        }
    }
}
