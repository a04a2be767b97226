package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.history.LockShare;
import org.junit.jupiter.api.Test;

class PermitCheckTest {
    private static HistoryBuilder two() {
        return new HistoryBuilder()
                .share("a", new LockShare(2, 5), 1, 2, 100, 20)
                .share("b", new LockShare(2, 5), 1, 3, 100, 20);
    }

    @Test
    void asManyPermitsAsThereAreMayBeInUse() {
        assertThat(two().share("c", new LockShare(1, 5), 1, 4, 100, 20).judged().violations())
                .isEmpty();
        assertThat(two().share("c", new LockShare(3, 5), 1, 20, 100, 30)
                        .judged()
                        .violations())
                .isEmpty();
    }

    @Test
    void oneMoreThanThereAreIsFoundAlsoWhereNoTwoClientsHaveTooMany() {
        Verdict verdict = two().share("c", new LockShare(2, 5), 1, 4, 100, 20).judged();

        assertThat(verdict.counts()).containsOnlyKeys(Violation.Kind.OVERDRAWN);
        assertThat(verdict.worst().orElseThrow().what()).startsWith("6 of 5 permits list:1 were in use");
        assertThat(verdict.worst().orElseThrow().witness()).hasSize(3);
    }

    @Test
    void permitsOfADeadClientEndWithItsLease() {
        HistoryBuilder late = new HistoryBuilder().share("a", new LockShare(5, 5), 1, 2, 30, 0);
        HistoryBuilder early = new HistoryBuilder().share("a", new LockShare(5, 5), 1, 2, 30, 0);

        assertThat(late.share("b", new LockShare(1, 5), 1, 31, 100, 40).judged().violations())
                .isEmpty();
        assertThat(early.share("b", new LockShare(1, 5), 1, 29, 100, 40).kinds())
                .containsExactly(Violation.Kind.OVERDRAWN);
    }

    @Test
    void permitsThatTheServerForgotAreFree() {
        HistoryBuilder told = two().lockLost("list:1", 5, 6).share("c", new LockShare(5, 5), 7, 8, 100, 20);
        HistoryBuilder others = two().lockLost("list:2", 5, 6).share("c", new LockShare(5, 5), 7, 8, 100, 20);

        assertThat(told.judged().violations()).isEmpty();
        assertThat(others.kinds()).containsExactly(Violation.Kind.OVERDRAWN);
    }

    @Test
    void permitsThatWereTakenAfterTheLossCount() {
        HistoryBuilder told = new HistoryBuilder()
                .lockLost("list:1", 5, 6)
                .share("a", new LockShare(3, 5), 7, 8, 100, 20)
                .share("b", new LockShare(3, 5), 7, 9, 100, 20);

        assertThat(told.kinds()).containsExactly(Violation.Kind.OVERDRAWN);
    }
}
