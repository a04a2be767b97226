package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The numbers that stand in tokens for the callers of a factory. */
class CallersTest {
    private final Callers callers = new Callers("factory");

    @Test
    void nameHasOneNumber() {
        int pages = callers.number("pages/7");
        assertThat(callers.number("hours/8")).isNotEqualTo(pages);
        assertThat(callers.number("pages/7")).isEqualTo(pages);
        assertThat(callers.name(pages)).isEqualTo("pages/7");
    }

    @Test
    void nobodyHasTheFirstNumber() {
        assertThat(callers.name(Callers.NOBODY)).isEmpty();
        assertThat(callers.number("pages/7")).isNotEqualTo(Callers.NOBODY);
    }

    @Test
    void thoseWhoComeLateShareTheLastNumber() {
        int last = 36 * 36 * 36 - 1;
        for (int i = 1; i < last; i++) {
            assertThat(callers.number("caller " + i)).isEqualTo(i);
        }
        assertThat(callers.number("late")).isEqualTo(last);
        assertThat(callers.number("later")).isEqualTo(last);
        assertThat(callers.number("late")).isEqualTo(last);
        assertThat(callers.name(last)).isEqualTo("others");
        assertThat(callers.number("caller 5")).isEqualTo(5);
    }

    @Test
    void millionthTokenOfATaskIsAsShortAsBefore() {
        Tokens tokens = new Tokens(false);
        String token = "";
        for (int i = 0; i < 1_000_000; i++) {
            token = tokens.next(Claimant.ofUpdate(7)).token();
        }
        assertThat(token).hasSize(45).endsWith(":7.ulfls:1");
    }
}
