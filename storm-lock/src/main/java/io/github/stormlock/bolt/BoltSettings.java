package io.github.stormlock.bolt;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.TimeToLive;
import java.io.Serializable;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Per-bolt overrides of the topology's configuration. Immutable, and serialized with the bolt. A setting that is not
 * given follows from those that are, so that the order of the calls does not matter.
 */
record BoltSettings(Map<Setting, Duration> given, boolean isExclusive) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

    static final BoltSettings DEFAULT = new BoltSettings(Map.of(), false);

    /** The settings that a bolt may have of its own. */
    enum Setting {
        LEASE,
        WAIT,
        HOLD_MAX,
        TIME_TO_LIVE,
        EVENTS_WINDOW,
        EVENTS_KEEP
    }

    /**
     * Returns the same with one more setting.
     *
     * @throws IllegalArgumentException if a setting is out of range, naming its key, value, unit and range
     */
    BoltSettings with(Setting setting, Duration value) {
        Map<Setting, Duration> more = new EnumMap<>(Setting.class);
        more.putAll(given);
        more.put(setting, setting == Setting.TIME_TO_LIVE ? TimeToLive.require(value, "an entry") : value);
        BoltSettings settings = new BoltSettings(Map.copyOf(more), isExclusive);
        // They are applied to the defaults to refuse them where the topology is built, and not only in the worker.
        settings.over(LockSettings.DEFAULT);
        return settings;
    }

    BoltSettings exclusive() {
        return new BoltSettings(given, true);
    }

    /**
     * Returns the settings of the bolt: its own where given, and those of {@code base} otherwise.
     *
     * @throws IllegalArgumentException if a setting is out of range, or the longest hold shorter than the lease
     */
    LockSettings over(LockSettings base) {
        Duration cut = cut(cut(base.lease(), given.get(Setting.WAIT)), given.get(Setting.HOLD_MAX));
        Duration lease = given.getOrDefault(Setting.LEASE, cut);
        Duration hold = base.holdMax().compareTo(lease) < 0 ? lease : base.holdMax();
        return base.toBuilder()
                .lease(lease)
                .waitMax(given.getOrDefault(Setting.WAIT, base.waitMax()))
                .holdMax(given.getOrDefault(Setting.HOLD_MAX, hold))
                .eventsKeep(given.getOrDefault(Setting.EVENTS_KEEP, base.eventsKeep()))
                .eventsWindow(given.getOrDefault(Setting.EVENTS_WINDOW, base.eventsWindow()))
                .build();
    }

    Duration timeToLiveOrZero() {
        return given.getOrDefault(Setting.TIME_TO_LIVE, Duration.ZERO);
    }

    /**
     * Cuts a lease to a limit, since it is at most the wait and at most the hold; but to no less than 100 ms. A wait of
     * zero limits nothing.
     */
    private static Duration cut(Duration lease, @Nullable Duration limit) {
        if (limit == null || limit.isZero() || lease.compareTo(limit) <= 0) {
            return lease;
        }
        return limit.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : limit;
    }
}
