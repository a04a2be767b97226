package io.github.stormlock.entry.internal;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.util.Random;
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

    @Test
    void anyBytesComeBackAndAreAccepted() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("-Dseed=" + seed);
        Random random = new Random(seed);
        int[] pieces = {
            'a', 0x80, 0xBF, 0xC3, 0xA9, 0xC0, 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xF0, 0x9F, 0x98, 0xF5, 0xEF, 0xFF
        };
        for (int round = 0; round < 100_000; round++) {
            byte[] bytes = new byte[random.nextInt(9)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) pieces[random.nextInt(pieces.length)];
            }
            String text = Utf8.decode(bytes);
            assertThat(Utf8.encode(text)).as("-Dseed=%d", seed).isEqualTo(bytes);
            assertThatCode(() -> Utf8.check(text, "text")).as("-Dseed=%d", seed).doesNotThrowAnyException();
        }
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
