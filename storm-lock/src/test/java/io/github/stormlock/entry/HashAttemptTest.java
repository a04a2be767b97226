package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.bytes;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.random.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attempts on a hash. They carry what was seen, what is blind, and what is written. */
class HashAttemptTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final String ALL = "HLEN = \"4\"";
    private static final String ALL_FIELDS = "HMGET hits name ratio odd = \"10\" \"old\" \"0.5\" \"1000000000000000\"";

    private static HashEntry page() {
        return attempt(HASH, "hits", "10", "name", "old", "ratio", "0.5", "odd", "1000000000000000");
    }

    private static HashEntry named(boolean exists, String... values) {
        return HASH.only(Part.fields("hits", "name", "a")).openForAttempt(exists, bytes(values));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    =>
                    # A field is seen if the answer depends on it.
                    get name => HMGET name = "old"
                    get no => EXISTS = "1" | HMGET no = nil
                    addAndGet hits 1 => HMGET hits = "10" | HSETKEEP hits 11
                    set name old => HSET name old
                    set name new; get name = new => HSET name new
                    set name 5; add name 2 => HSET name 7
                    remove name => HDEL name
                    remove no => HDEL no
                    # This change is blind.
                    add hits 3 => ADD hits 3
                    # These make a blind field seen: an operand of 16 digits, another kind, and a look.
                    add hits 1000000000000000 => HMGET hits = "10" | HSETKEEP hits 1000000000000010
                    add hits 3; max hits 20 => HMGET hits = "10" | HSETKEEP hits 20
                    getLong hits; add hits 3 => HMGET hits = "10" | HSETKEEP hits 13
                    add hits 3; set hits 1 => HMGET hits = "10" | HSET hits 1
                    # A remembered value is too long for a blind change.
                    add odd 1 => HMGET odd = "1000000000000000" | HSETKEEP odd 1000000000000001
                    # All of the hash is seen, or its existence only.
                    size => HLEN = "4" | HMGET hits name ratio odd = "10" "old" "0.5" "1000000000000000"
                    exists => EXISTS = "1"
                    remove name; exists => HLEN = "4" | HMGET hits name ratio odd = "10" "old" "0.5" "1000000000000000" | HDEL name
                    """)
    void wholeHash(@Nullable String update, @Nullable String lines) {
        Tables.checkAttempt(HASH, page(), update, lines);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    get name => HMGET name = nil
                    exists => EXISTS = "0"
                    size => HLEN = "0"
                    addAndGet hits 0 => HMGET hits = nil | HSET hits 0
                    """)
    void absentHash(@Nullable String update, @Nullable String lines) {
        Tables.checkAttempt(HASH, attempt(HASH), update, lines);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    get a => EXISTS = "1" | HMGET a = nil
                    set other 1 => HSET other 1
                    remove other => HDEL other
                    size => HMGET a hits name = nil "10" "old"
                    size; remove other => HMGET a hits name = nil "10" "old" | HDEL other
                    remove name; exists => HMGET hits = "10" | HDEL name
                    """)
    void namedFields(@Nullable String update, @Nullable String lines) {
        Tables.checkAttempt(HASH, named(true, null, "10", "old"), update, lines);
    }

    @Test
    void namedFieldsDoNotTellThatTheEntryIsAbsent() {
        HashEntry guess = named(false, null, null, null);
        assertThat(guess.size()).isZero();
        assertThat(guess.exists()).isFalse();
        assertThat(printed(HASH.attempted(guess, false)))
                .containsExactly("EXISTS = \"0\"", "HMGET a hits name = nil nil nil");
    }

    @Test
    void whatWouldThrowIsSeen() {
        HashEntry page = page();
        assertThatThrownBy(() -> page.add("name", 1)).isInstanceOf(NumberFormatException.class);
        assertThat(printed(HASH.attempted(page, false))).containsExactly("HMGET name = \"old\"");
        page.set("hits", Long.MAX_VALUE);
        assertThatThrownBy(() -> page.add("hits", 1)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void namedFieldIsNeededToAddToIt() {
        HashEntry page = named(true, null, "10", "old");
        assertThatThrownBy(() -> page.add("other", 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> page.max("other", 1)).isInstanceOf(IllegalStateException.class);
        assertThat(printed(HASH.attempted(page, false))).isEmpty();
    }

    @Test
    void whatIsShownIsSeen() {
        HashEntry page = page();
        page.add("hits", 3);
        page.set("name", "new");
        assertThat(printed(HASH.attempted(page, true)))
                .containsExactly(ALL, ALL_FIELDS, "HSETKEEP hits 13", "HSET name new");
        assertThat(HASH.settled(page).asMap()).containsEntry("hits", "13").hasSize(4);
    }

    @Test
    void whetherTheEntryExistsIsShownToo() {
        HashEntry guess = named(false, null, null, null);
        assertThat(printed(HASH.attempted(guess, true)))
                .containsExactly("EXISTS = \"0\"", "HMGET a hits name = nil nil nil");
    }

    @Test
    void manyFieldsAreComparedInPieces() {
        String[] elements = new String[2 * 4_500];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = "f" + i;
        }
        HashEntry page = attempt(HASH, elements);
        page.size();
        List<Expectation> seen = HASH.attempted(page, false).seen();
        assertThat(seen).extracting(expected -> expected.answer().size()).containsExactly(1, 4_000, 500);
        assertThat(seen)
                .extracting(expected -> expected.command().arguments().size())
                .containsExactly(0, 4_000, 500);
        assertThat(printed(seen.get(2).command())).startsWith("HMGET f8000 ");
    }

    @Test
    void foreignBytesAreComparedAsTheyStand() {
        List<byte[]> foreign = List.of(new byte[] {(byte) 0xFF}, new byte[] {'5', (byte) 0xFE});
        HashEntry page = HASH.openForAttempt(true, foreign);
        page.get("\uDCFF");
        Expectation expected = HASH.attempted(page, false).seen().get(0);
        assertThat(expected.command().arguments().get(0)).containsExactly(0xFF);
        assertThat(expected.answer().get(0)).containsExactly('5', 0xFE);
    }

    @Test
    void viewUnderTheLockIsNotAttempted() {
        HashEntry page = Tables.open(HASH, "hits", "10");
        page.add("hits", 1);
        assertThat(printed(HASH.changes(page))).containsExactly("HSETKEEP hits 11");
        assertThatThrownBy(() -> HASH.attempted(page, false)).isInstanceOf(IllegalStateException.class);
    }
}
