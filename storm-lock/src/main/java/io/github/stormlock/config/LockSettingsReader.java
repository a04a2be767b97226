package io.github.stormlock.config;

import java.time.Duration;

/**
 * Reads the settings of locks. What is not given follows from what is, so that a topology with a short message timeout
 * needs no setting.
 */
final class LockSettingsReader {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private LockSettingsReader() {}

    static LockSettings read(SettingReader reader, TopologySettings topology) {
        LockSettings usual = LockSettings.DEFAULT;
        Duration wait = reader.<Duration>given("wait")
                .orElseGet(() -> shorter(LONGEST_WAIT, topology.longestWait().orElse(usual.waitMax())));
        Duration lease = reader.<Duration>given("lease").orElseGet(() -> leaseFor(wait));
        Duration hold = reader.<Duration>given("hold.max").orElseGet(() -> longer(usual.holdMax(), lease));
        reader.refuse(hold.compareTo(lease) < 0, LockSettings.holdBelowLease(hold, lease));
        LockSettings settings = LockSettings.builder()
                .lease(lease)
                .waitMax(wait)
                .holdMax(longer(hold, lease))
                .eventsKeep(remembered(reader, "events.keep", usual.eventsKeep(), topology))
                .eventsWindow(remembered(reader, "events.window", usual.eventsWindow(), topology))
                .entryMaxElements(reader.number("entry.max.elements"))
                .entryMaxBytes(reader.get("entry.max.bytes"))
                .rememberedMaxBytes(reader.get("remembered.max.bytes"))
                .keyPrefix(reader.text("key.prefix"))
                .insightInterval(reader.get("insight.interval"))
                .insightEntries(reader.word("insight.entries", EntryNames.class))
                .insightSlow(reader.get("insight.slow"))
                .build();
        LockRules.check(settings, topology, reader.problems());
        return settings;
    }

    private static Duration remembered(SettingReader reader, String key, Duration usual, TopologySettings topology) {
        return reader.<Duration>given(key).orElseGet(() -> longer(usual, topology.replaySpan()));
    }

    private static Duration leaseFor(Duration wait) {
        Duration usual = LockSettings.DEFAULT.lease();
        return wait.isZero() ? usual : longer(SHORTEST_LEASE, shorter(usual, wait));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
