package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.random.Tables;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StringEntryTest {

    private static final EntryKind<StringEntry> STRING = Entries.string();

    private final StringEntry ten = open("10");

    static Stream<Arguments> updates() {
        return Stream.of(
                update("nothing", entry -> {}),
                update("set", entry -> entry.set("x"), "SET x KEEPTTL"),
                update("set to nothing", entry -> entry.set(""), "SET  KEEPTTL"),
                update("set to the same", entry -> entry.set(10)),
                update("add", entry -> entry.add(5), "SET 15 KEEPTTL"),
                update("add nothing", entry -> entry.add(0)),
                update("add a fraction", entry -> entry.add(-0.5), "SET 9.5 KEEPTTL"),
                update("max", entry -> entry.max(11), "SET 11 KEEPTTL"),
                update("max of less", entry -> entry.max(9)),
                update("min", entry -> entry.min(9), "SET 9 KEEPTTL"),
                update("min of more", entry -> entry.min(11)),
                update("remove", StringEntry::remove, "DEL"));
    }

    private static Arguments update(String what, Consumer<StringEntry> update, String... commands) {
        return row(what, update, commands);
    }

    private static StringEntry open(String text) {
        return STRING.open(text != null, text == null ? null : Utf8.encode(text));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updates")
    void writesOnlyWhatReallyChanged(String what, Consumer<StringEntry> update, List<String> commands) {
        Tables.check(STRING, ten, update, commands);
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
