package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.bytes;
import static io.github.stormlock.entry.random.Tables.printed;
import static io.github.stormlock.entry.random.Tables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.random.Tables;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts on a hash. They carry what was seen, what is blind, and what is written. */
class HashAttemptTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final long MOST = 999_999_999_999_999L;
    private static final String ALL = "HLEN = \"4\"";
    private static final String ALL_FIELDS = "HMGET hits name ratio odd = \"10\" \"old\" \"0.5\" \"1000000000000000\"";

    static Stream<Arguments> updatesOfAWholeHash() {
        return Stream.of(
                update("nothing", page -> {}),
                // A field is seen if the answer depends on it.
                update("get", page -> page.get("name"), "HMGET name = \"old\""),
                update("get what is absent", page -> page.get("no"), "EXISTS = \"1\"", "HMGET no = nil"),
                update("addAndGet", page -> page.addAndGet("hits", 1), "HMGET hits = \"10\"", "HSETKEEP hits 11"),
                update("set to what is remembered", page -> page.set("name", "old"), "HSET name old"),
                update(
                        "set, then get",
                        page -> {
                            page.set("name", "new");
                            assertThat(page.get("name")).isEqualTo("new");
                        },
                        "HSET name new"),
                update(
                        "set, then add",
                        page -> {
                            page.set("name", 5);
                            page.add("name", 2);
                        },
                        "HSET name 7"),
                update("remove", page -> page.remove("name"), "HDEL name"),
                update("remove what is not remembered", page -> page.remove("no"), "HDEL no"),
                // These changes are blind.
                update("add", page -> page.add("hits", 3), "ADD hits 3"),
                // These make a blind field seen.
                update(
                        "an operand of 16 digits",
                        page -> page.add("hits", MOST + 1),
                        "HMGET hits = \"10\"",
                        "HSETKEEP hits 1000000000000010"),
                update(
                        "another kind",
                        page -> {
                            page.add("hits", 3);
                            page.max("hits", 20);
                        },
                        "HMGET hits = \"10\"",
                        "HSETKEEP hits 20"),
                update(
                        "get, then add",
                        page -> {
                            page.getLong("hits");
                            page.add("hits", 3);
                        },
                        "HMGET hits = \"10\"",
                        "HSETKEEP hits 13"),
                update(
                        "add, then set",
                        page -> {
                            page.add("hits", 3);
                            page.set("hits", 1);
                        },
                        "HMGET hits = \"10\"",
                        "HSET hits 1"),
                update(
                        "a remembered value that is too long for a blind change",
                        page -> page.add("odd", 1),
                        "HMGET odd = \"1000000000000000\"",
                        "HSETKEEP odd 1000000000000001"),
                // All of the hash is seen.
                update("size", HashEntry::size, ALL, ALL_FIELDS),
                // Only the existence of the hash is seen.
                update("exists", HashEntry::exists, "EXISTS = \"1\""),
                update(
                        "remove, then exists",
                        page -> {
                            page.remove("name");
                            page.exists();
                        },
                        ALL,
                        ALL_FIELDS,
                        "HDEL name"));
    }

    static Stream<Arguments> updatesOfAnAbsentHash() {
        return Stream.of(
                update("get", page -> page.get("name"), "HMGET name = nil"),
                update("exists", HashEntry::exists, "EXISTS = \"0\""),
                update("size", HashEntry::size, "HLEN = \"0\""),
                update("addAndGet", page -> page.addAndGet("hits", 0), "HMGET hits = nil", "HSET hits 0"));
    }

    static Stream<Arguments> updatesOfNamedFields() {
        String all = "HMGET a hits name = nil \"10\" \"old\"";
        return Stream.of(
                update("get what is absent", page -> page.get("a"), "EXISTS = \"1\"", "HMGET a = nil"),
                update("set what is not named", page -> page.set("other", 1), "HSET other 1"),
                update("remove what is not named", page -> page.remove("other"), "HDEL other"),
                update("size", HashEntry::size, all),
                update(
                        "size, then remove what is not named",
                        page -> {
                            page.size();
                            page.remove("other");
                        },
                        all,
                        "HDEL other"),
                update(
                        "remove, then exists",
                        page -> {
                            page.remove("name");
                            page.exists();
                        },
                        "HMGET hits = \"10\"",
                        "HDEL name"));
    }

    private static Arguments update(String what, Consumer<HashEntry> update, String... lines) {
        return row(what, update, lines);
    }

    private static HashEntry page() {
        return attempt(HASH, "hits", "10", "name", "old", "ratio", "0.5", "odd", "1000000000000000");
    }

    private static HashEntry named(boolean exists, String... values) {
        return HASH.only(Part.fields("hits", "name", "a")).openForAttempt(exists, bytes(values));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updatesOfAWholeHash")
    void wholeHash(String what, Consumer<HashEntry> update, List<String> lines) {
        Tables.checkAttempt(HASH, page(), update, lines);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updatesOfAnAbsentHash")
    void absentHash(String what, Consumer<HashEntry> update, List<String> lines) {
        Tables.checkAttempt(HASH, attempt(HASH), update, lines);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("updatesOfNamedFields")
    void namedFields(String what, Consumer<HashEntry> update, List<String> lines) {
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
