package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.attempt;
import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An attempt on a list, set or sorted set compares all of it as soon as anything was seen or changed. */
class CollectionAttemptTest {

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
