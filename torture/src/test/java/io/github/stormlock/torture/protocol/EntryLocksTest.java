package io.github.stormlock.torture.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryLocksTest {

    @ParameterizedTest
    @CsvSource({"hash:17, lock:{hash:17}", "queue, lock:{queue}", "{bank}:2, lock:{bank}:{bank}:2"})
    void lockOfAnEntryIsFoundBothWays(String entry, String key) {
        assertThat(EntryLocks.keyOf(entry)).isEqualTo(key);
        assertThat(EntryLocks.entryOf(key)).isEqualTo(entry);
    }

    @ParameterizedTest
    @CsvSource({"lock-read:{site}, site", "lock-permits:{bank}:{bank}:2, {bank}:2"})
    void keysOfOtherKindsTellTheNameToo(String key, String name) {
        assertThat(EntryLocks.entryOf(key)).isEqualTo(name);
    }
}
