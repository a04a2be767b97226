package io.github.stormlock.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.random.Tables;
import org.junit.jupiter.api.Test;

class StringEntryTest {

    private static final EntryKind<StringEntry> STRING = Entries.string();

    private final StringEntry ten = open("10");

    private static StringEntry open(String text) {
        return STRING.open(text != null, text == null ? null : Utf8.encode(text));
    }

    @Test
    void absentEntryIsNullOrZeroAndTakesAnything() {
        StringEntry absent = open(null);
        assertThat(absent.exists()).isFalse();
        assertThat(absent.get()).isNull();
        assertThat(absent.get("none")).isEqualTo("none");
        assertThat(absent.getLong()).isZero();
        assertThat(absent.getDouble()).isZero();
        absent.remove();
        assertThat(STRING.changes(absent)).isEmpty();
        absent.max(-5);
        assertThat(Tables.printed(STRING.changes(absent))).containsExactly("SET -5 KEEPTTL");
        StringEntry other = open(null);
        other.min(5);
        assertThat(other.getLong()).isEqualTo(5);
        assertThat(other.addAndGet(2)).isEqualTo(7);
        assertThat(open("").exists()).isTrue();
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
