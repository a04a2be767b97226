package io.github.stormlock.entry.internal;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "é", "\uFFFD", "\uD83D\uDE00", "\u0000", "mixed \uFFFD\uD83D\uDE00é"})
    void validTextIsPlainUtf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(Utf8.decode(bytes)).isEqualTo(text);
        assertThat(Utf8.encode(text)).isEqualTo(bytes);
        assertThat(Utf8.check(text, "text")).isSameAs(text);
    }

    @Provide
    Arbitrary<byte[]> pieces() {
        return Arbitraries.of(
                        0x61, 0x80, 0xBF, 0xC3, 0xA9, 0xC0, 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xF0, 0x9F, 0x98, 0xF5, 0xEF,
                        0xFF)
                .map(Integer::byteValue)
                .array(byte[].class)
                .ofMaxSize(8);
    }

    @Property(tries = 50_000)
    void anyBytesComeBackAndAreAccepted(@ForAll("pieces") byte[] bytes) {
        String text = Utf8.decode(bytes);
        assertThat(Utf8.encode(text)).isEqualTo(bytes);
        assertThatCode(() -> Utf8.check(text, "text")).doesNotThrowAnyException();
    }

    @Test
    void badBytesAmongGoodTextAreShownOneByOne() {
        byte[] bytes = {'a', (byte) 0xE2, (byte) 0x82, 'b', (byte) 0xC3, (byte) 0xA9};
        assertThat(Utf8.decode(bytes)).isEqualTo("a\uDCE2\uDC82bé");
    }

    /** The last text is refused because escapes of valid UTF-8 would be another string with the same bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "a\uDE00", "\uDC41", "\uDE00\uD83D", "\uDCC3\uDCA9"})
    void textWithoutBytesOfItsOwnIsRefused(String text) {
        assertThrown(IllegalArgumentException.class, () -> Utf8.check(text, "member"), "member");
    }
}
