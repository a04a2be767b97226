package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.printed;
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

/** Attempts on a string, or on a value in one, and what they carry. */
class ScalarAttemptTest {

    private static final EntryKind<StringEntry> STRING = Entries.string();
    private static final EntryKind<ValueEntry<Long>> LONG = Entries.value(Codec.longs());
    private static final String SEEN = "GET = \"10\"";
    private static final String EXISTS = "EXISTS = \"1\"";

    static Stream<Arguments> updatesOfAString() {
        return Stream.of(
                update("nothing", entry -> {}),
                update("get", StringEntry::get, SEEN),
                update("getLong", StringEntry::getLong, SEEN),
                update("exists", StringEntry::exists, EXISTS),
                update("exists, then get", entry -> entry.get(entry.exists() ? "a" : "b"), SEEN),
                update("exists, then set", entry -> entry.set(entry.exists() ? "a" : "b"), EXISTS, "SET a KEEPTTL"),
                update("set", entry -> entry.set("x"), "SET x KEEPTTL"),
                update("set to what is remembered", entry -> entry.set(10), "SET 10 KEEPTTL"),
                update("get, then set to the same", entry -> entry.set(entry.getLong()), SEEN),
                update(
                        "set, then add",
                        entry -> {
                            entry.set(1);
                            entry.add(2);
                        },
                        "SET 3 KEEPTTL"),
                update("remove", StringEntry::remove, "DEL"),
                update("add", entry -> entry.add(5), "ADD 5"),
                update("min", entry -> entry.min(5), "MIN 5"),
                update(
                        "add, then exists",
                        entry -> {
                            entry.add(5);
                            assertThat(entry.exists()).isTrue();
                        },
                        "ADD 5"),
                update(
                        "add, then set",
                        entry -> {
                            entry.add(5);
                            entry.set("x");
                        },
                        SEEN,
                        "SET x KEEPTTL"),
                update(
                        "an operand of 16 digits",
                        entry -> entry.add(1_000_000_000_000_000L),
                        SEEN,
                        "SET 1000000000000010 KEEPTTL"),
                update("addAndGet", entry -> entry.addAndGet(5), SEEN, "SET 15 KEEPTTL"),
                update("add a fraction", entry -> entry.add(0.5), SEEN, "SET 10.5 KEEPTTL"));
    }

    static Stream<Arguments> updatesOfAValue() {
        return Stream.of(
                row("nothing", (ValueEntry<Long> entry) -> {}),
                row("get", (Consumer<ValueEntry<Long>>) ValueEntry::get, SEEN),
                row("exists", (Consumer<ValueEntry<Long>>) ValueEntry::exists, EXISTS),
                row("set", (ValueEntry<Long> entry) -> entry.set(10L), "SET 10 KEEPTTL"),
                row("remove", (Consumer<ValueEntry<Long>>) ValueEntry::remove, "DEL"),
                row("get, then set to the same", (ValueEntry<Long> entry) -> entry.set(entry.get()), SEEN));
    }

    private static Arguments update(String what, Consumer<StringEntry> update, String... lines) {
        return row(what, update, lines);
    }

    private static StringEntry remembered(String text) {
        return STRING.openForAttempt(text != null, text == null ? null : Utf8.encode(text));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updatesOfAString")
    void string(String what, Consumer<StringEntry> update, List<String> lines) {
        Tables.checkAttempt(STRING, remembered("10"), update, lines);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updatesOfAValue")
    void value(String what, Consumer<ValueEntry<Long>> update, List<String> lines) {
        Tables.checkAttempt(LONG, LONG.openForAttempt(true, Utf8.encode("10")), update, lines);
    }

    @Test
    void absentIsNotEmpty() {
        StringEntry absent = remembered(null);
        assertThat(absent.get()).isNull();
        assertThat(printed(STRING.attempted(absent, false))).containsExactly("GET = nil");
        StringEntry empty = remembered("");
        assertThat(empty.get()).isEmpty();
        assertThat(printed(STRING.attempted(empty, false))).containsExactly("GET = \"\"");
        StringEntry guess = remembered(null);
        assertThat(guess.exists()).isFalse();
        assertThat(printed(STRING.attempted(guess, false))).containsExactly("EXISTS = \"0\"");
    }

    @Test
    void whatWouldThrowIsSeen() {
        StringEntry text = remembered("old");
        assertThatThrownBy(() -> text.add(1)).isInstanceOf(NumberFormatException.class);
        assertThat(printed(STRING.attempted(text, false))).containsExactly("GET = \"old\"");
    }

    @Test
    void whatIsShownIsSeen() {
        StringEntry entry = remembered("10");
        entry.add(5);
        assertThat(printed(STRING.attempted(entry, true))).containsExactly(SEEN, "SET 15 KEEPTTL");
        assertThat(STRING.settled(entry).getLong()).isEqualTo(15);
    }
}
