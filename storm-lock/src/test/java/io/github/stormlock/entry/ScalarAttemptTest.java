package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.random.Tables;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attempts on a string, or on a value in one, and what they carry. */
class ScalarAttemptTest {

    private static final EntryKind<StringEntry> STRING = Entries.string();
    private static final EntryKind<ValueEntry<Long>> LONG = Entries.value(Codec.longs());
    private static final String SEEN = "GET = \"10\"";

    private static StringEntry remembered(String text) {
        return STRING.openForAttempt(text != null, text == null ? null : Utf8.encode(text));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    =>
                    get => GET = "10"
                    getLong => GET = "10"
                    exists => EXISTS = "1"
                    exists = true; get a => GET = "10"
                    exists = true; set a => EXISTS = "1" | SET a KEEPTTL
                    set x => SET x KEEPTTL
                    set 10 => SET 10 KEEPTTL
                    getLong = 10; set 10 => GET = "10"
                    set 1; add 2 => SET 3 KEEPTTL
                    remove => DEL
                    add 5 => ADD 5
                    min 5 => MIN 5
                    add 5; exists = true => ADD 5
                    add 5; set x => GET = "10" | SET x KEEPTTL
                    # An operand of 16 digits is not blind.
                    add 1000000000000000 => GET = "10" | SET 1000000000000010 KEEPTTL
                    addAndGet 5 => GET = "10" | SET 15 KEEPTTL
                    add 0.5 => GET = "10" | SET 10.5 KEEPTTL
                    """)
    void string(@Nullable String update, @Nullable String lines) {
        Tables.checkAttempt(STRING, remembered("10"), update, lines);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    =>
                    get => GET = "10"
                    exists => EXISTS = "1"
                    set 10 => SET 10 KEEPTTL
                    remove => DEL
                    get = 10; set 10 => GET = "10"
                    """)
    void value(@Nullable String update, @Nullable String lines) {
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
