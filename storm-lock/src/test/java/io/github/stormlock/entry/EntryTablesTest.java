package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.bytes;
import static io.github.stormlock.entry.random.Tables.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.random.Tables;
import io.github.stormlock.test.internal.process.Resources;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each update writes only what it really changed, and an attempt carries what it saw: the rows of {@code updates.txt}. */
class EntryTablesTest {
    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final EntryKind<StringEntry> STRING = Entries.string();
    private static final EntryKind<ValueEntry<Long>> LONG = Entries.value(Codec.longs());
    private static final EntryKind<ListEntry> LIST = Entries.list();
    private static final byte[] TEN = Utf8.encode("10");

    static List<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        String entry = "";
        for (String line :
                Resources.text(EntryTablesTest.class, "updates.txt").lines().toList()) {
            String row = line.strip();
            if (row.contains("=>") && !row.startsWith("#")) {
                String[] sides = row.split("=>", 2);
                rows.add(Arguments.of(entry, sides[0].strip(), sides[1].strip()));
            } else if (!row.isEmpty() && !row.startsWith("#")) {
                entry = row;
            }
        }
        return rows;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("rows")
    void updateGivesItsCommands(String entry, String update, String lines) {
        switch (entry) {
            case "hash" -> check(HASH, open(HASH, "hits", "10", "name", "old", "ratio", "0.5"), update, lines);
            case "string" -> check(STRING, STRING.open(true, TEN), update, lines);
            case "absent string" -> check(STRING, STRING.open(false, null), update, lines);
            case "value" -> check(LONG, LONG.open(true, TEN), update, lines);
            case "absent value" -> check(LONG, LONG.open(false, null), update, lines);
            case "absent list" -> check(LIST, open(LIST), update, lines);
            case "list" -> check(LIST, open(LIST, "a", "b", "c", "d", "e"), update, lines);
            case "set" -> check(Entries.set(), open(Entries.set(), "a", "b"), update, lines);
            case "sorted set" -> {
                EntryKind<SortedSetEntry> sorted = Entries.sortedSet();
                check(sorted, open(sorted, "low", "-inf", "a", "-0", "b", "3.1400000000000001"), update, lines);
            }
            case "attempt on a hash" ->
                checkAttempt(
                        HASH,
                        attempt(HASH, "hits", "10", "name", "old", "ratio", "0.5", "odd", "1000000000000000"),
                        update,
                        lines);
            case "attempt on an absent hash" -> checkAttempt(HASH, attempt(HASH), update, lines);
            case "attempt on named fields of a hash" -> {
                EntryKind<HashEntry> named = HASH.only(Part.fields("hits", "name", "a"));
                checkAttempt(HASH, named.openForAttempt(true, bytes(null, "10", "old")), update, lines);
            }
            case "attempt on a string" -> checkAttempt(STRING, STRING.openForAttempt(true, TEN), update, lines);
            case "attempt on an absent string" ->
                checkAttempt(STRING, STRING.openForAttempt(false, null), update, lines);
            case "attempt on an empty string" ->
                checkAttempt(STRING, STRING.openForAttempt(true, new byte[0]), update, lines);
            case "attempt on a value" -> checkAttempt(LONG, LONG.openForAttempt(true, TEN), update, lines);
            default -> throw new IllegalArgumentException(entry);
        }
    }

    private static <V> void check(EntryKind<V> kind, V view, String update, String commands) {
        Tables.make(view, update);
        assertThat(String.join(" | ", Tables.printed(kind.changes(view)))).isEqualTo(commands);
    }

    private static <V> void checkAttempt(EntryKind<V> kind, V view, String update, String lines) {
        Tables.make(view, update);
        assertThat(String.join(" | ", Tables.printed(kind.attempted(view, false))))
                .isEqualTo(lines);
    }
}
