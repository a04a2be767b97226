package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An attempt on a list, set or sorted set compares all of it as soon as anything was seen or changed. */
class CollectionAttemptTest {

    @Test
    void whatIsShownIsComparedThoughItIsNotTouched() {
        for (EntryKind<?> kind : List.of(Entries.list(), Entries.set(), Entries.sortedSet())) {
            assertThat(shownUntouched(kind)).isNotEmpty();
        }
    }

    private static <V> List<Expectation> shownUntouched(EntryKind<V> kind) {
        return kind.attempted(kind.openForAttempt(false, null), true).seen();
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
        SetEntry view = attempt(Entries.set(), members);
        assertThat(view.size()).isEqualTo(members.length);
        assertThat(printed(Entries.set().attempted(view, false)))
                .hasSize(3)
                .last()
                .isEqualTo("SMISMEMBER m4000 = \"1\"");
    }
}
