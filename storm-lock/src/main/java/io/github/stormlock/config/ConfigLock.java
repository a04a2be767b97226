package io.github.stormlock.config;

import static io.github.stormlock.config.ConfigKeys.EVENTS_KEEP;
import static io.github.stormlock.config.ConfigKeys.EVENTS_WINDOW;
import static io.github.stormlock.config.ConfigKeys.HOLD_MAX;
import static io.github.stormlock.config.ConfigKeys.LEASE;
import static io.github.stormlock.config.ConfigKeys.WAIT;

import java.time.Duration;

/** Reads the settings of locks; what is not given follows from what is, so that a short message timeout needs no setting. */
final class ConfigLock {
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private ConfigLock() {}

    static LockSettings read(ConfigReader reader, ConfigTopology topology) {
        Duration wait = reader.given(WAIT)
                .orElseGet(() -> shorter(LONGEST_WAIT, topology.longestWait().orElse(LockSettings.DEFAULT.waitMax())));
        Duration lease = reader.given(LEASE).orElseGet(() -> leaseFor(wait));
        Duration hold = reader.given(HOLD_MAX).orElseGet(() -> longer(LockSettings.DEFAULT.holdMax(), lease));
        ConfigProblems problems = reader.problems();
        problems.refuse(hold.compareTo(lease) < 0, ConfigRules.holdBelowLease(hold, lease), HOLD_MAX, LEASE);
        LockSettings settings = new LockSettings(
                lease,
                wait,
                longer(hold, lease),
                reader.given(EVENTS_KEEP)
                        .orElseGet(() -> longer(LockSettings.DEFAULT.eventsKeep(), topology.replaySpan())),
                reader.given(EVENTS_WINDOW)
                        .orElseGet(() -> longer(LockSettings.DEFAULT.eventsWindow(), topology.replaySpan())),
                Math.toIntExact(reader.get(ConfigKeys.ENTRY_MAX_ELEMENTS)),
                reader.get(ConfigKeys.ENTRY_MAX_BYTES));
        ConfigRules.check(settings, topology, problems);
        return settings;
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
