package io.github.stormlock.entry.internal;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole numbers are those that HINCRBY takes, and fractions those that HINCRBYFLOAT takes and a double holds. */
class NumbersTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 7, -7, 10, Long.MAX_VALUE, Long.MIN_VALUE})
    void takesWhatRedisTakes(long number) {
        assertThat(Numbers.toLong(Long.toString(number), null)).isEqualTo(number);
    }

    static final List<String> NO_NUMBERS =
            List.of(("+8|008|00|-0|-08|\u0668\u0669|\uff18|\u096e|-\u06f8|8 | 8|8\n|8\0||-|8.0|8e1|0x8|8_0|"
                            + "9223372036854775808")
                    .split("[|]", -1));

    @ParameterizedTest
    @FieldSource("NO_NUMBERS")
    void refusesWhatRedisRefuses(String text) {
        assertThrown(NumberFormatException.class, () -> Numbers.toLong(text, "n"), "not a whole number");
    }

    @ParameterizedTest
    @CsvSource({
        "0x10, 16",
        "-0X1f, -31",
        "0x1p3, 8",
        "0x1.8, 1.5",
        "0x.8P+1, 1",
        "1., 1",
        ".5, 0.5",
        "-.5, -0.5",
        "1E3, 1000",
        "+5, 5",
        "007, 7",
        "-0, 0",
        "1e-400, 0"
    })
    void takesTheFractionsThatRedisTakes(String text, double number) {
        assertThat(Numbers.toDouble(text, "n") + 0.0).isEqualTo(number);
    }

    static final List<String> NO_FRACTIONS =
            List.of((" 1|1 |1_000||.|5e|1d|1f|1,5|nan|1e400|-1e5000|0x|0x.|0xg|0x1p|0x1f0d |0x1p2f|1x0|0x1p9999|\u0661")
                    .split("[|]", -1));

    @ParameterizedTest
    @FieldSource("NO_FRACTIONS")
    void refusesFractionsThatRedisRefusesOrThatADoubleCannotHold(String text) {
        assertThrown(NumberFormatException.class, () -> Numbers.toDouble(text, "n"), "not a number");
    }
}
