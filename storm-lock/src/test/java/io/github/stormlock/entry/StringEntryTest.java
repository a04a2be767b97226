package io.github.stormlock.entry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import org.junit.jupiter.api.Test;

class StringEntryTest {

    private static final EntryKind<StringEntry> STRING = Entries.string();

    private final StringEntry ten = open("10");

    private static StringEntry open(String text) {
        return STRING.view(STRING.opened(true, Utf8.encode(text), false));
    }

    @Test
    void errorsNameTheValue() {
        assertThatThrownBy(() -> open("old").add(1))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("The entry holds \"old\", which is not a whole number from -2^63 to 2^63-1");
        assertThatThrownBy(() -> open("9223372036854775807").add(1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> ten.set(null)).hasMessageContaining("value");
    }
}
