package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.bytes;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.random.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The memory of an entry after an attempt, or a commit under the lock, has been written. */
class RememberedTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final EntryKind<StringEntry> STRING = Entries.string();
    private static final EntryKind<SortedSetEntry> SORTED = Entries.sortedSet();

    /** Returns all that the next attempt would compare if it saw all; {@code null} if nothing is remembered. */
    private static <V> List<String> next(EntryKind<V> kind, V view, Consumer<V> update) {
        update.accept(view);
        V remembered = kind.remembered(view);
        return remembered == null ? null : printed(kind.attempted(kind.reopened(remembered), true));
    }

    private static HashEntry page() {
        return attempt(HASH, "hits", "10", "name", "old");
    }

    private static StringEntry ten() {
        return STRING.openForAttempt(true, Utf8.encode("10"));
    }

    @Test
    void hashOfWhichNothingWasKnownLeavesNothingUnlessItIsSeen() {
        assertThat(next(HASH, attempt(HASH), view -> {})).isNull();
        assertThat(next(HASH, attempt(HASH), view -> view.add("hits", 1))).isNull();
        assertThat(next(HASH, attempt(HASH), view -> view.set("hits", 1))).isNull();
    }

    /** It is as good a guess as before. So an entry that some updates see and others do not is not forgotten each time. */
    @Test
    void hashThatWasKnownAndIsNotSeenIsRememberedWithItsChanges() {
        assertThat(next(HASH, page(), view -> view.add("hits", 1)))
                .containsExactly("HLEN = \"2\"", "HMGET hits name = \"11\" \"old\"");
        assertThat(next(HASH, page(), view -> view.set("hits", 1)))
                .containsExactly("HLEN = \"2\"", "HMGET hits name = \"1\" \"old\"");
    }

    @Test
    void hashIsRememberedWithAllItsChanges() {
        assertThat(next(HASH, page(), view -> {
                    view.get("name");
                    view.add("hits", 1);
                    view.max("more", 7);
                    view.set("new", "x");
                    view.remove("name");
                }))
                .containsExactly("HLEN = \"3\"", "HMGET hits new more = \"11\" \"x\" \"7\"");
        assertThat(next(HASH, page(), HashEntry::clear)).containsExactly("HLEN = \"0\"");
    }

    @Test
    void fieldsThatWereNotNamedAreForgotten() {
        HashEntry view = HASH.only(Part.fields("hits", "last")).openForAttempt(true, bytes("10", null));
        view.get("hits");
        view.set("last", 1);
        view.set("other", 2);
        HashEntry next = HASH.reopened(HASH.remembered(view));
        assertThat(next.asMap()).isEqualTo(Map.of("hits", "10", "last", "1"));
        assertThatThrownBy(() -> next.get("other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void stringIsRememberedIfItWasComparedOrSet() {
        assertThat(next(STRING, ten(), view -> {})).isNull();
        assertThat(next(STRING, ten(), StringEntry::exists)).isNull();
        assertThat(next(STRING, ten(), view -> view.add(1))).isNull();
        assertThat(next(STRING, ten(), StringEntry::get)).containsExactly("GET = \"10\"");
        assertThat(next(STRING, ten(), view -> view.addAndGet(1))).containsExactly("GET = \"11\"");
        assertThat(next(STRING, ten(), view -> view.set("x"))).containsExactly("GET = \"x\"");
        assertThat(next(STRING, ten(), StringEntry::remove)).containsExactly("GET = nil");
    }

    @Test
    void collectionsAreRememberedIfTheyWereCompared() {
        assertThat(next(Entries.list(), attempt(Entries.list(), "a"), view -> {}))
                .isNull();
        assertThat(next(Entries.list(), attempt(Entries.list(), "a"), view -> view.addLast("b")))
                .containsExactly("LRANGE 0 -1 = \"a\" \"b\"");
        assertThat(next(Entries.set(), attempt(Entries.set(), "a"), view -> {})).isNull();
        assertThat(next(Entries.set(), attempt(Entries.set(), "a"), view -> view.add("b")))
                .containsExactly("SCARD = \"2\"", "SMISMEMBER a b = \"1\" \"1\"");
        assertThat(next(SORTED, attempt(SORTED, "a", "0.5"), view -> view.add("b", 7)))
                .containsExactly("ZCARD = \"2\"", "ZMSCORE a b = \"0.5\" \"7\"");
        assertThat(next(SORTED, attempt(SORTED, "a", "0.5"), view -> view.set("b", 7)))
                .isNull();
    }

    /** The server compares scores as numbers, so it does not matter how it would print them. */
    @Test
    void scoreThatWasComputedIsRemembered() {
        assertThat(next(SORTED, attempt(SORTED, "a", "0.5"), view -> view.add("b", 0.1)))
                .containsExactly("ZCARD = \"2\"", "ZMSCORE a b = \"0.5\" \"0.1\"");
        assertThat(next(SORTED, attempt(SORTED, "a", "0"), view -> view.add("a", 1e15)))
                .containsExactly("ZCARD = \"1\"", "ZMSCORE a = \"1000000000000000\"");
    }

    @Test
    void rangeThatIsNotKnownAnyMoreIsForgotten() {
        EntryKind<SortedSetEntry> lowest = SORTED.only(Part.lowest(2));
        assertThat(next(lowest, attempt(lowest, "a", "1", "b", "2"), view -> view.add("a", 0.5)))
                .containsExactly("ZRANGE 0 1 WITHSCORES = \"a\" \"1.5\" \"b\" \"2\"");
        assertThat(next(lowest, attempt(lowest, "a", "1", "b", "2"), view -> view.remove("a")))
                .isNull();
        assertThat(next(lowest, attempt(lowest, "a", "1"), view -> view.remove("a")))
                .containsExactly("EXISTS = \"0\"", "ZRANGE 0 1 WITHSCORES = ");
        EntryKind<ListEntry> first = Entries.list().only(Part.first(1));
        assertThat(next(first, attempt(first, "a", "b"), ListEntry::pollFirst)).isNull();
        assertThat(next(first, attempt(first, "a", "b"), view -> view.addFirst("x")))
                .containsExactly("LRANGE 0 1 = \"x\" \"a\"");
    }

    @Test
    void whatStandsUnderTheLockIsRememberedUnseen() {
        assertThat(next(HASH, Tables.open(HASH, "hits", "10"), view -> view.add("hits", 1)))
                .containsExactly("HLEN = \"1\"", "HMGET hits = \"11\"");
        assertThat(next(STRING, STRING.open(true, Utf8.encode("10")), view -> {}))
                .containsExactly("GET = \"10\"");
        assertThat(next(Entries.list(), Tables.open(Entries.list(), "a"), view -> {}))
                .containsExactly("LRANGE 0 -1 = \"a\"");
        assertThat(next(Entries.set(), Tables.open(Entries.set(), "a"), view -> {}))
                .hasSize(2);
        assertThat(next(SORTED, Tables.open(SORTED, "a", "1"), view -> {})).hasSize(2);
    }

    @Test
    void viewUnderTheLockReopensAsOne() {
        HashEntry view = HASH.reopened(Tables.open(HASH, "hits", "10"));
        view.add("hits", 1);
        assertThat(printed(HASH.changes(view))).containsExactly("HSETKEEP hits 11");
    }

    @Test
    void existenceToldByTheKindIsNotSeen() {
        HashEntry view = page();
        view.add("hits", 1);
        assertThat(HASH.exists(view)).isTrue();
        StringEntry entry = ten();
        assertThat(STRING.exists(entry)).isTrue();
        assertThat(printed(HASH.attempted(view, false))).containsExactly("ADD hits 1");
        assertThat(printed(STRING.attempted(entry, false))).isEmpty();
    }

    @Test
    void ofALargeHashOnlyWhatWasTouchedIsRemembered() {
        List<String> large = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            large.add("field " + i);
            large.add("x".repeat(500));
        }
        HashEntry view = attempt(HASH, large.toArray(new String[0]));
        view.get("field 7");
        view.set("field 8", 1);
        view.add("counted", 1);
        HashEntry remembered = HASH.remembered(view);
        assertThat(HASH.weight(remembered)).isLessThan(2_500);
        HashEntry next = HASH.reopened(remembered);
        assertThat(next.get("field 7")).isEqualTo("x".repeat(500));
        assertThat(next.get("field 8")).isEqualTo("1");
        assertThat(next.get("counted")).isEqualTo("1");
        HashEntry small = page();
        assertThat(small.get("hits")).isEqualTo("10");
        assertThat(HASH.weight(HASH.remembered(small))).isLessThan(1_000);
    }

    @Test
    void smallElementsWeighAsMuchAsTheObjectsAroundThem() {
        String[] members = new String[100];
        Arrays.setAll(members, i -> "" + i);
        EntryKind<SetEntry> sets = Entries.set();
        SetEntry set = sets.openForAttempt(true, bytes(members));
        assertThat(set.size()).isEqualTo(100);
        assertThat(sets.weight(sets.remembered(set))).isGreaterThan(10_000);
    }
}
