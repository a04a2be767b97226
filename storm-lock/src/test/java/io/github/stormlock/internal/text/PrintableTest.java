package io.github.stormlock.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTest {
    @ParameterizedTest
    @CsvSource({
        "page:/x, page:/x",
        "Grüße 漢字 😀, Grüße 漢字 😀",
        "'a\nb', a\\u000ab",
        "'\r', \\u000d",
        "'a\u0000\u001b[31m', a\\u0000\\u001b[31m",
        "'a\u2028b\u202e', a\\u2028b\\u202e"
    })
    void namesAreShownOnOneLine(String name, String shown) {
        assertThat(Printable.name(name)).isEqualTo(shown);
    }

    @Test
    void noNameIsShownAsSuch() {
        assertThat(Printable.name("")).isEqualTo("''");
    }

    @Test
    void longNamesAreCutButNoCharacterIsCutInTwo() {
        assertThat(Printable.name("x".repeat(80))).hasSize(80);
        assertThat(Printable.name("x".repeat(81))).isEqualTo("x".repeat(77) + "...");
        assertThat(Printable.name("x".repeat(76) + "😀".repeat(9))).isEqualTo("x".repeat(76) + "...");
    }
}
