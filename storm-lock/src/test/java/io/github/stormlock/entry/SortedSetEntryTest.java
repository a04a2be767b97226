package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SortedSetEntryTest {

    private static final EntryKind<SortedSetEntry> SORTED = Entries.sortedSet();

    private final SortedSetEntry ranks = open(SORTED, "low", "-inf", "a", "-0", "b", "3.1400000000000001");

    @Test
    void absentSetHasNoFirstAndNoLast() {
        assertThat(open(SORTED).exists()).isFalse();
        assertThat(open(SORTED).first()).isNull();
        assertThat(open(SORTED).last()).isNull();
    }

    @Test
    void sortsByScoreThenByBytesAsRedisDoes() {
        // In UTF-16 the emoji comes before the private-use char, in UTF-8 after it.
        ranks.set("\uD83D\uDE00", 0);
        ranks.set("\uE000", 0);
        ranks.set("\uDCFF", 0);
        assertThat(ranks.asMap().keySet()).containsExactly("low", "a", "\uE000", "\uD83D\uDE00", "\uDCFF", "b");
        assertThat(ranks.first()).isEqualTo("low");
        assertThat(ranks.last()).isEqualTo("b");
    }
}
