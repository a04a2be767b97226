package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SetEntryTest {

    private static final EntryKind<SetEntry> SET = Entries.set();

    private final SetEntry letters = open(SET, "a", "b");

    @Test
    void tellsWhatChanged() {
        assertThat(letters.add("a")).isFalse();
        assertThat(letters.add("c")).isTrue();
        assertThat(letters.remove("c")).isTrue();
        assertThat(letters.remove("c")).isFalse();
        assertThat(letters.contains("a")).isTrue();
        assertThat(letters.contains("c")).isFalse();
        assertThat(letters.asSet()).containsExactlyInAnyOrder("a", "b");
        assertThat(letters.size()).isEqualTo(2);
        assertThat(open(SET).exists()).isFalse();
        assertThatThrownBy(() -> letters.add(null)).hasMessageContaining("member");
    }
}
