package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Entries that expire. The server would refuse a time to live out of range after the entry was written, so none reaches
 * it.
 */
@OnRedis
class TimeToLiveTest {
    private LockFixture fixture;

    private GuardedEntry<HashEntry> page;
    private EntryReader entries;

    @BeforeEach
    void open() {
        page = fixture.factory().guard("page", Entries.hash());
    }

    static Stream<Duration> unfit() {
        return Stream.of(
                Duration.ofMillis(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofDays(36_500).plusMillis(1),
                Duration.ofNanos(999_999),
                Duration.ofMillis(-1));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void timeToLiveOutOfRangeIsRefusedWithEntryValueAndRange(Duration timeToLive) {
        assertThatThrownBy(() -> page.expiringAfter(timeToLive))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("time to live", "page", "1ms to 36500d");
    }

    @Test
    void longestTimeToLiveIsWritten() {
        EventId event = EventId.position("file", 1, 0);
        GuardedEntry<HashEntry> lasting = page.expiringAfter(Duration.ofDays(36_500));
        assertThat(lasting.once(event, view -> view.add("hits", 1)).replay()).isFalse();
        assertThat(lasting.once(event, view -> view.add("hits", 1)).replay()).isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "1");
        assertThat(fixture.operator().pttl("page"))
                .isGreaterThan(Duration.ofDays(36_499).toMillis());
    }

    @Test
    void updateThatChangesNothingWritesNothing() {
        page.expiringAfter(Duration.ofDays(1)).change(view -> view.add("hits", 5));
        GuardedEntry<HashEntry> longer = page.expiringAfter(Duration.ofDays(10));
        longer.change(view -> view.add("hits", 0));
        longer.change(view -> view.max("hits", 4));
        longer.change(view -> view.min("hits", 5));
        longer.change(view -> assertThat(view.addAndGet("hits", 0)).isEqualTo(5));
        longer.exclusive().change(view -> view.add("hits", 0));
        assertThat(fixture.operator().pttl("page"))
                .isLessThanOrEqualTo(Duration.ofDays(1).toMillis());
        longer.change(view -> view.add("hits", 1));
        assertThat(fixture.operator().pttl("page"))
                .isGreaterThan(Duration.ofDays(9).toMillis());
    }
}
