package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SetEntryTest {

    private static final EntryKind<SetEntry> SET = Entries.set();

    @Test
    void absentSetDoesNotExistAndTakesNoNull() {
        SetEntry absent = open(SET);
        assertThat(absent.exists()).isFalse();
        assertThatThrownBy(() -> absent.add(null)).hasMessageContaining("member");
    }
}
