package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKeys.EVENTS_KEEP;
import static io.github.stormlock.config.SettingKeys.EVENTS_WINDOW;
import static io.github.stormlock.config.SettingKeys.HOLD_MAX;
import static io.github.stormlock.config.SettingKeys.LEASE;
import static io.github.stormlock.config.SettingKeys.WAIT;

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
        Duration wait = reader.given(WAIT)
                .orElseGet(() -> shorter(LONGEST_WAIT, topology.longestWait().orElse(LockSettings.DEFAULT.waitMax())));
        Duration lease = reader.given(LEASE).orElseGet(() -> leaseFor(wait));
        Duration hold = reader.given(HOLD_MAX).orElseGet(() -> longer(LockSettings.DEFAULT.holdMax(), lease));
        reader.refuse(
                hold.compareTo(lease) < 0,
                LockSettings.holdBelowLease(HOLD_MAX.name(), hold, LEASE.name(), lease),
                HOLD_MAX,
                LEASE);
        LockSettings settings = LockSettings.builder()
                .lease(lease)
                .waitMax(wait)
                .holdMax(longer(hold, lease))
                .eventsKeep(remembered(reader, EVENTS_KEEP, LockSettings.DEFAULT.eventsKeep(), topology))
                .eventsWindow(remembered(reader, EVENTS_WINDOW, LockSettings.DEFAULT.eventsWindow(), topology))
                .entryMaxElements(Math.toIntExact(reader.get(SettingKeys.ENTRY_MAX_ELEMENTS)))
                .entryMaxBytes(reader.get(SettingKeys.ENTRY_MAX_BYTES))
                .rememberedMaxBytes(reader.get(SettingKeys.REMEMBERED_MAX_BYTES))
                .keyPrefix(reader.given(SettingKeys.KEY_PREFIX).orElse(""))
                .insightInterval(reader.get(SettingKeys.INSIGHT_INTERVAL))
                .insightEntries(reader.get(SettingKeys.INSIGHT_ENTRIES))
                .insightSlow(reader.get(SettingKeys.INSIGHT_SLOW))
                .build();
        LockRules.check(settings, topology, reader.problems());
        return settings;
    }

    private static Duration remembered(
            SettingReader reader, SettingKey<Duration> key, Duration usual, TopologySettings topology) {
        return reader.given(key).orElseGet(() -> longer(usual, topology.replaySpan()));
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
