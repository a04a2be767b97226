package io.github.stormlock.entry.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole numbers are those that HINCRBY takes. */
class NumbersTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, 10, Long.MAX_VALUE, Long.MIN_VALUE})
    void takesWhatRedisTakes(long number) {
        assertThat(Numbers.toLong(Long.toString(number), null)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+8",
                "008",
                "00",
                "-0",
                "-08",
                "\u0668\u0669",
                "\uff18",
                "\u096e",
                "-\u06f8",
                "8 ",
                " 8",
                "8\n",
                "8\0",
                "",
                "-",
                "8.0",
                "8e1",
                "0x8",
                "8_0",
                "9223372036854775808"
            })
    void refusesWhatRedisRefuses(String text) {
        assertThatThrownBy(() -> Numbers.toLong(text, "n"))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageContaining("not a whole number");
    }
}
