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
import org.junit.jupiter.api.Test;

/** The memory of an entry after an attempt, or a commit under the lock, has been written. */
class RememberedTest {

    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final EntryKind<StringEntry> STRING = Entries.string();

    private static HashEntry page() {
        return attempt(HASH, "hits", "10", "name", "old");
    }

    private static HashEntry reopened(EntryState state) {
        return HASH.view(state.reopened());
    }

    private static StringEntry ten() {
        return STRING.view(STRING.opened(true, Utf8.encode("10"), true));
    }

    @Test
    void fieldsThatWereNotNamedAreForgotten() {
        HashEntry view = HASH.view(HASH.only(Part.fields("hits", "last")).opened(true, bytes("10", null), true));
        view.get("hits");
        view.set("last", 1);
        view.set("other", 2);
        HashEntry next = reopened(HASH.state(view).remembered());
        assertThat(next.asMap()).isEqualTo(Map.of("hits", "10", "last", "1"));
        assertThatThrownBy(() -> next.get("other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void viewUnderTheLockReopensAsOne() {
        HashEntry view = reopened(HASH.state(Tables.open(HASH, "hits", "10")));
        view.add("hits", 1);
        assertThat(printed(HASH.state(view).changes())).containsExactly("HSETKEEP hits 11");
    }

    @Test
    void existenceToldByTheKindIsNotSeen() {
        HashEntry view = page();
        view.add("hits", 1);
        assertThat(HASH.state(view).exists()).isTrue();
        StringEntry entry = ten();
        assertThat(STRING.state(entry).exists()).isTrue();
        assertThat(printed(HASH.state(view).attempted(false))).containsExactly("ADD hits 1");
        assertThat(printed(STRING.state(entry).attempted(false))).isEmpty();
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
        EntryState remembered = HASH.state(view).remembered();
        assertThat(remembered.weight()).isLessThan(2_500);
        HashEntry next = reopened(remembered);
        assertThat(next.get("field 7")).isEqualTo("x".repeat(500));
        assertThat(next.get("field 8")).isEqualTo("1");
        assertThat(next.get("counted")).isEqualTo("1");
        HashEntry small = page();
        assertThat(small.get("hits")).isEqualTo("10");
        assertThat(HASH.state(small).remembered().weight()).isLessThan(1_000);
    }

    @Test
    void smallElementsWeighAsMuchAsTheObjectsAroundThem() {
        String[] members = new String[100];
        Arrays.setAll(members, i -> "" + i);
        EntryKind<SetEntry> sets = Entries.set();
        SetEntry set = sets.view(sets.opened(true, bytes(members), true));
        assertThat(set.size()).isEqualTo(100);
        assertThat(sets.state(set).remembered().weight()).isGreaterThan(10_000);
    }

    @Test
    void namesThatAreKnownToBeAbsentWeigh() {
        EntryKind<SetEntry> named = Entries.set().only(Part.members("x".repeat(1_000)));
        SetEntry set = named.view(named.opened(true, List.of(0L), true));
        assertThat(set.contains("x".repeat(1_000))).isFalse();
        assertThat(named.state(set).remembered().weight()).isGreaterThan(2_000);
    }

    @Test
    void stringThatIsPutUnseenIsKnownWithoutACompare() {
        for (boolean exists : new boolean[] {false, true}) {
            StringEntry text = STRING.view(STRING.opened(exists, exists ? Utf8.encode("old") : null, true));
            text.set("new");
            EntryState state = STRING.state(text);
            assertThat(state.attempted(/* shown= */ true).seen()).isEmpty();
            assertThat(STRING.view(state.remembered().reopened()).get()).isEqualTo("new");
        }
    }
}
