package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueCheckTest {
    private static String waits(int from, String outcome, int to) {
        return "a patient . " + from + ' ' + outcome + ' ' + to + ';';
    }

    /** Builds a history in which one client waits from the first moment, beside another that comes again and again. */
    private static String verdict(int times, int until) {
        StringBuilder all = new StringBuilder(waits(2_000, "failed", until));
        for (int i = 0; i < times; i++) {
            all.append(waits(4_000 + 4_000 * i, "ok", 6_000 + 4_000 * i));
        }
        return Story.of(all.toString()).verdict();
    }

    @Test
    void whoIsPassedByAsManyAsWaitIsNotStarved() {
        assertThat(verdict(3, 200_000)).isEqualTo("clean");
    }

    @Test
    void whoIsPassedByHalfAsManyAgainIsStarved() {
        assertThat(verdict(4, 200_000))
                .startsWith("STARVED: ")
                .contains("while 4 who came after it were granted it; 3 may be");
    }

    @Test
    void whoWasServedBeforeTheOthersWasNotPassed() {
        assertThat(verdict(20, 8_000)).isEqualTo("clean");
    }

    /** Ten come with the one that waits, and ten come later: each passes it once. */
    @Test
    void clientsThatCameAtTheSameTimeMayBeGrantedInAnyOrder() {
        StringBuilder all = new StringBuilder(waits(2_000, "failed", 200_000));
        for (int i = 0; i < 10; i++) {
            int granted = 6_000 + 4_000 * i;
            all.append(waits(2_001 + i, "ok", granted)).append(waits(granted + 1, "ok", granted + 2_000));
        }
        assertThat(Story.of(all.toString()).verdict()).isEqualTo("clean");
    }
}
