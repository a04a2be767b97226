package io.github.stormlock.config;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;

/**
 * How locks are held and waited for, and how events are remembered. Immutable; durations are cut to whole
 * milliseconds.
 *
 * <p>Made by a {@link Builder}: the constructor grows with the settings.
 *
 * <p>Checks each setting by itself, and that a lease is not longer than it may be held. What follows from a topology's
 * message timeout is checked by {@link StormLockConfig#require}.
 *
 * @param lease how long a lock stays taken when its holder dies: 100 ms to 1 h
 * @param waitMax how long to wait for a lock: 0, which never waits, to 1 h
 * @param holdMax how long a lease is renewed at most: the lease to 24 h
 * @param eventsKeep how long positions are remembered after their last use: 1 min to 365 days
 * @param eventsWindow how long opaque event ids are remembered: 1 s to 365 days
 * @param entryMaxElements the largest hash, list, set or sorted set that is read whole: 1 to 100,000,000
 * @param entryMaxBytes the largest string that is read, in bytes: 1 to 536,870,912
 * @param rememberedMaxBytes how much memory a factory may take for small entries as it last saw them, so that updates need
 *     not read them: 0, which remembers nothing, to 1,073,741,824 bytes; the factory's own counts, not that of a guard
 */
public record LockSettings(
        Duration lease,
        Duration waitMax,
        Duration holdMax,
        Duration eventsKeep,
        Duration eventsWindow,
        int entryMaxElements,
        long entryMaxBytes,
        long rememberedMaxBytes) {

    /** As without any configuration: a lease of 5 s, a wait of 10 s. */
    public static final LockSettings DEFAULT = new Builder().build();

    /** @throws IllegalArgumentException if a setting is out of range, naming its configuration key, value and range */
    public LockSettings {
        lease = inRange(SettingKeys.LEASE, lease);
        waitMax = inRange(SettingKeys.WAIT, waitMax);
        holdMax = inRange(SettingKeys.HOLD_MAX, holdMax);
        eventsKeep = inRange(SettingKeys.EVENTS_KEEP, eventsKeep);
        eventsWindow = inRange(SettingKeys.EVENTS_WINDOW, eventsWindow);
        inRange(SettingKeys.ENTRY_MAX_ELEMENTS, entryMaxElements);
        inRange(SettingKeys.ENTRY_MAX_BYTES, entryMaxBytes);
        inRange(SettingKeys.REMEMBERED_MAX_BYTES, rememberedMaxBytes);
        if (holdMax.compareTo(lease) < 0) {
            throw new IllegalArgumentException(holdBelowLease(holdMax, lease));
        }
    }

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts from these settings. */
    public Builder toBuilder() {
        return new Builder()
                .lease(lease)
                .waitMax(waitMax)
                .holdMax(holdMax)
                .eventsKeep(eventsKeep)
                .eventsWindow(eventsWindow)
                .entryMaxElements(entryMaxElements)
                .entryMaxBytes(entryMaxBytes)
                .rememberedMaxBytes(rememberedMaxBytes);
    }

    static String holdBelowLease(Duration hold, Duration lease) {
        return SettingKeys.HOLD_MAX.with(DurationText.format(hold)) + " is shorter than "
                + SettingKeys.LEASE.with(DurationText.format(lease)) + ": it is at least the lease";
    }

    private static Duration inRange(SettingKey<Duration> key, Duration value) {
        Duration checked = key.require(value, DurationText.format(value));
        return Duration.ofMillis(checked.toMillis());
    }

    private static void inRange(SettingKey<Long> key, long value) {
        var unused = key.require(value, Long.toString(value));
    }

    /** Gathers settings, and checks them in {@link #build}; what is not given stays as it was. Not thread-safe. */
    public static final class Builder {
        private Duration lease = Duration.ofSeconds(5);
        private Duration waitMax = Duration.ofSeconds(10);
        private Duration holdMax = Duration.ofSeconds(60);
        private Duration eventsKeep = Duration.ofDays(7);
        private Duration eventsWindow = Duration.ofMinutes(10);
        private int entryMaxElements = 100_000;
        private long entryMaxBytes = 67_108_864;
        private long rememberedMaxBytes = 33_554_432;

        private Builder() {}

        /** Sets how long a lock stays taken when its holder dies: 100 ms to 1 h. */
        @CanIgnoreReturnValue
        public Builder lease(Duration value) {
            lease = value;
            return this;
        }

        /** Sets how long to wait for a lock: 0, which never waits, to 1 h. */
        @CanIgnoreReturnValue
        public Builder waitMax(Duration value) {
            waitMax = value;
            return this;
        }

        /** Sets how long a lease is renewed at most: the lease to 24 h. */
        @CanIgnoreReturnValue
        public Builder holdMax(Duration value) {
            holdMax = value;
            return this;
        }

        /** Sets how long positions are remembered after their last use: 1 min to 365 days. */
        @CanIgnoreReturnValue
        public Builder eventsKeep(Duration value) {
            eventsKeep = value;
            return this;
        }

        /** Sets how long opaque event ids are remembered: 1 s to 365 days. */
        @CanIgnoreReturnValue
        public Builder eventsWindow(Duration value) {
            eventsWindow = value;
            return this;
        }

        /** Sets the largest hash, list, set or sorted set that is read whole: 1 to 100,000,000 elements. */
        @CanIgnoreReturnValue
        public Builder entryMaxElements(int value) {
            entryMaxElements = value;
            return this;
        }

        /** Sets the largest string that is read: 1 to 536,870,912 bytes. */
        @CanIgnoreReturnValue
        public Builder entryMaxBytes(long value) {
            entryMaxBytes = value;
            return this;
        }

        /**
         * Sets how much memory a factory may take for small entries as it last saw them, so that updates need not read them:
         * 0, which remembers nothing, to 1,073,741,824 bytes.
         */
        @CanIgnoreReturnValue
        public Builder rememberedMaxBytes(long value) {
            rememberedMaxBytes = value;
            return this;
        }

        /**
         * Returns the settings.
         *
         * @throws IllegalArgumentException if a setting is out of range, naming its configuration key, value, unit and range
         */
        public LockSettings build() {
            return new LockSettings(
                    lease,
                    waitMax,
                    holdMax,
                    eventsKeep,
                    eventsWindow,
                    entryMaxElements,
                    entryMaxBytes,
                    rememberedMaxBytes);
        }
    }
}
