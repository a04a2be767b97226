package io.github.stormlock.insight.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EntryDigestTest {
    @Test
    void keysThatDifferInBytesThatAreNoUtf8AreTwoEntries() {
        assertThat(EntryDigest.of("a\udcff")).isNotEqualTo(EntryDigest.of("a\udcfe"));
        assertThat(EntryDigest.means(EntryDigest.of("a?"), "a\udcff")).isFalse();
    }
}
