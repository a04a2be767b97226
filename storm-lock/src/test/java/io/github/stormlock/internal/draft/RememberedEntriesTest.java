package io.github.stormlock.internal.draft;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ServerClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The memory of entries is bounded, and the entries used longest ago go first. */
class RememberedEntriesTest {
    private static final GuardSettings<HashEntry> GUARD = GuardSettings.of(
            Entries.hash(), LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO);
    private static final EntrySnapshot<HashEntry> MEMORY = EntrySnapshot.absent(GUARD);
    private static final long MOST_BYTES = 1_000_000;

    private final RememberedEntries entries = new RememberedEntries(MOST_BYTES);
    private long now;

    private boolean isKnown(String entry) {
        return entries.find(entry, GUARD.groupKey(), ++now) != null;
    }

    private void put(String entry, int weight) {
        entries.put(entry, MEMORY, weight, ++now);
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
        List<GuardSettings<HashEntry>> parts = IntStream.range(0, 100)
                .mapToObj(i -> GUARD.ofKind(Entries.hash().only(Part.fields(Set.of("field" + i)))))
                .toList();
        parts.forEach(part -> entries.put("page", EntrySnapshot.absent(part), 100, ++now));
        assertThat(parts).allMatch(part -> entries.find("page", part.groupKey(), ++now) != null);
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
        none.put("page", MEMORY, 100, 1);
        assertThat(none.<HashEntry>find("page", GUARD.groupKey(), 2)).isNull();
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
