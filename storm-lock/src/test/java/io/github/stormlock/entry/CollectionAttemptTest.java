package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** An attempt on a list, set or sorted set compares all of it as soon as anything was seen or changed. */
class CollectionAttemptTest {

    private static <V> List<String> lines(EntryKind<V> kind, Consumer<V> update, String... elements) {
        V view = attempt(kind, elements);
        update.accept(view);
        return printed(kind.attempted(view, false));
    }

    @Test
    void whatLooksAtNothingAndChangesNothingCarriesNothing() {
        assertThat(lines(Entries.list(), view -> {}, "a")).isEmpty();
        assertThat(lines(Entries.set(), view -> {}, "a")).isEmpty();
        assertThat(lines(Entries.sortedSet(), view -> {}, "a", "1")).isEmpty();
        for (EntryKind<?> kind : List.of(Entries.list(), Entries.set(), Entries.sortedSet())) {
            assertThat(shownUntouched(kind)).isNotEmpty();
        }
    }

    private static <V> List<Expectation> shownUntouched(EntryKind<V> kind) {
        return kind.attempted(kind.openForAttempt(false, null), true).seen();
    }

    @Test
    void listIsComparedInItsOrder() {
        assertThat(lines(Entries.list(), ListEntry::size, "b", "a", "b"))
                .containsExactly("LRANGE 0 -1 = \"b\" \"a\" \"b\"");
        assertThat(lines(Entries.list(), list -> list.addLast("c"), "b", "a"))
                .containsExactly("LRANGE 0 -1 = \"b\" \"a\"", "RPUSH c");
        assertThat(lines(Entries.list(), ListEntry::exists)).containsExactly("LRANGE 0 -1 = ");
    }

    @Test
    void setIsComparedInNoOrder() {
        assertThat(lines(Entries.set(), SetEntry::size, "b", "a"))
                .containsExactly("SCARD = \"2\"", "SMISMEMBER b a = \"1\" \"1\"");
        assertThat(lines(Entries.set(), set -> set.add("c"), "b"))
                .containsExactly("SCARD = \"1\"", "SMISMEMBER b = \"1\"", "SADD c");
        assertThat(lines(Entries.set(), SetEntry::exists)).containsExactly("SCARD = \"0\"");
    }

    @Test
    void scoresAreComparedAsTheyWereAnswered() {
        assertThat(lines(Entries.sortedSet(), SortedSetEntry::first, "a", "0.10000000000000001", "b", "3"))
                .containsExactly("ZCARD = \"2\"", "ZMSCORE a b = \"0.10000000000000001\" \"3\"");
        assertThat(lines(Entries.sortedSet(), set -> set.add("a", 0), "a", "0.10000000000000001"))
                .containsExactly("ZCARD = \"1\"", "ZMSCORE a = \"0.10000000000000001\"");
        assertThat(lines(Entries.sortedSet(), SortedSetEntry::clear)).containsExactly("ZCARD = \"0\"");
    }

    /** Nobody looks whether the score stands already, so it is written in any case. */
    @Test
    void scoreThatIsSetIsWrittenAndNotCompared() {
        assertThat(lines(Entries.sortedSet(), set -> set.set("a", 1), "a", "1")).containsExactly("ZADD 1 a");
        assertThat(lines(
                        Entries.sortedSet(),
                        set -> {
                            set.set("a", 1);
                            set.contains("b");
                            set.set("b", 3);
                        },
                        "a",
                        "1",
                        "b",
                        "3"))
                .containsExactly("ZCARD = \"2\"", "ZMSCORE a b = \"1\" \"3\"", "ZADD 1 a");
    }

    /** It may stand in Redis: nobody has looked. */
    @Test
    void memberThatWasSetWithoutBeingReadIsRemoved() {
        EntryKind<SortedSetEntry> kind = Entries.sortedSet().only(Part.members("a"));
        SortedSetEntry view = kind.openForAttempt(true, Collections.singletonList(null));
        view.set("b", 1);
        view.remove("b");
        assertThat(printed(kind.attempted(view, false))).contains("ZREM b");
    }

    @Test
    void manyMembersAreComparedInPieces() {
        String[] members = new String[EntryCommand.MAX_ARGUMENTS + 1];
        for (int i = 0; i < members.length; i++) {
            members[i] = "m" + i;
        }
        assertThat(lines(Entries.set(), SetEntry::size, members))
                .hasSize(3)
                .last()
                .isEqualTo("SMISMEMBER m4000 = \"1\"");
    }
}
