package io.github.stormlock.internal.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ServerClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The memory of entries is bounded, and the entries used longest ago go first. */
class RememberedEntriesTest {
    private static final EntryKind<HashEntry> HASH = Entries.hash();
    private static final long MOST_BYTES = 1_000_000;

    private final RememberedEntries entries = new RememberedEntries(MOST_BYTES);
    private long now;

    private boolean isKnown(String entry) {
        return entries.find(entry, HASH, ++now) != null;
    }

    /** Returns a hash of a field of so many bytes. */
    private static EntryState hash(int bytes) {
        return HASH.opened(true, List.of(new byte[1], new byte[bytes]), true);
    }

    private void put(String entry, int bytes) {
        entries.put(entry, HASH, hash(bytes), ++now);
    }

    @Test
    void staysWithinItsBytes() {
        for (int i = 0; i < 10_000; i++) {
            put("entry " + i, 100 + i % 3_000);
            assertThat(entries.bytes()).isLessThanOrEqualTo(MOST_BYTES);
        }
        assertThat(entries.bytes()).isGreaterThan(MOST_BYTES / 2);
    }

    @Test
    void manyPartsOfOneEntryAreRemembered() {
        List<EntryKind<SortedSetEntry>> parts = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> Entries.sortedSet().only(Part.lowest(i)))
                .toList();
        parts.forEach(part -> entries.put("board", part, part.opened(false, null, true), ++now));
        assertThat(parts).allMatch(part -> entries.find("board", part, ++now) != null);
    }

    @Test
    void anEntryThatIsTooLargeIsNotRememberedAndItsFormerSelfIsForgotten() {
        put("page", 100);
        assertThat(isKnown("page")).isTrue();
        put("page", RememberedEntries.LARGEST_BYTES + 1);
        assertThat(isKnown("page")).isFalse();
        assertThat(entries.bytes()).isZero();
    }

    @Test
    void newEntriesComeInWhenItIsFull() {
        for (int i = 0; i < 10_000; i++) {
            put("entry " + i, 1_000);
        }
        for (int i = 0; i < 1_000; i++) {
            String entry = "new " + i;
            for (int tries = 0; tries < 20 && !isKnown(entry); tries++) {
                put(entry, 1_000);
            }
            assertThat(isKnown(entry)).as(entry).isTrue();
        }
        assertThat(entries.bytes()).isLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void remembersNothingWithoutBytes() {
        RememberedEntries none = new RememberedEntries(0);
        none.put("page", HASH, hash(100), 1);
        assertThat(none.find("page", HASH, 2)).isNull();
    }

    @Test
    void aTimeOfTheServerIsTrustedForAMinute() {
        ServerClock clock = new ServerClock(false);
        LockKeys keys = LockKeys.of("page", false);
        clock.told(keys, 5_000_000, 0);
        long minute = Duration.ofMinutes(1).toNanos();
        assertThat(clock.deadlineMicros(keys, minute, 1_000_000_000)).isEqualTo(65_800_000);
        assertThat(clock.deadlineMicros(keys, minute + 1, 1_000_000_000)).isEqualTo(ServerClock.UNKNOWN);
    }
}
