package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.protocol.ClientConfig;
import org.junit.jupiter.api.Test;

class LivenessTest {
    private static Liveness figures(HistoryBuilder told) {
        return Liveness.of(told.evidence());
    }

    @Test
    void whatGoesFromOneJvmToAnotherIsAHandOver() {
        HistoryBuilder told = new HistoryBuilder()
                .hold("client0-1", 1, 2, 100, 3, 0)
                .hold("client1-1", 1, 4, 100, 5, 0)
                .hold("client1-2", 1, 6, 100, 7, 0)
                .hold("client0-1", 1, 8, 100, 9, 0);

        assertThat(figures(told).handOvers()).isEqualTo(2);
        assertThat(figures(told).grants()).isEqualTo(4);
    }

    @Test
    void readersAndFullPermitsAreCounted() {
        HistoryBuilder readers = new HistoryBuilder()
                .share("a-1", LockShare.READER, 1, 2, 100, 9)
                .share("b-1", LockShare.READER, 1, 3, 100, 9);
        HistoryBuilder permits = new HistoryBuilder()
                .share("a-1", new LockShare(2, 5), 1, 2, 100, 9)
                .share("b-1", new LockShare(3, 5), 1, 3, 100, 9);

        assertThat(figures(readers).readers()).isEqualTo(2);
        assertThat(figures(permits).full()).isEqualTo(1);
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
