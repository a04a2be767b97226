package io.github.stormlock.insight.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of keys, as text and back. */
class AnyTextTest {
    /** Latin-1, a piece of a character, an overlong one, half a pair, bytes behind a character and between some. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fc6d6c",
                "c3",
                "c3a4c3",
                "c080",
                "eda080",
                "f09f98",
                "f09f9880ff",
                "ff00fe",
                "61ffc3a462fe",
                "efbfbd"
            })
    void bytesAreTheSameAgain(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(AnyText.bytes(AnyText.of(bytes))).isEqualTo(bytes);
        String escaped = AnyText.escaped(AnyText.of(bytes));
        assertThat(escaped).doesNotMatch(".*\\p{Cs}.*");
        assertThat(AnyText.unescaped(escaped)).isEqualTo(AnyText.of(bytes));
    }

    @Test
    void anyByteCanBeWrittenAsAnEscape() {
        assertThat(AnyText.unescaped("\\udcc3\\udcbcml \\udc5cudcff")).isEqualTo("üml \\udcff");
    }

    @Test
    void textIsUtf8() {
        String text = "ümläut 価格 \uD83D\uDE00";
        assertThat(AnyText.of(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
        assertThat(AnyText.bytes(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }
}
