package io.github.stormlock.config;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of locks, waits and remembered events. Immutable and thread-safe. Durations are cut to whole
 * milliseconds.
 *
 * <p>Use a {@link Builder} to make one: the constructor grows with the settings.
 *
 * <p>Each setting is checked by itself, and the longest hold against the lease. {@link StormLockConfig#require} checks
 * what follows from a topology's message timeout.
 *
 * @param lease the time for which a lock stays taken when its holder dies: 100 ms to 1 h
 * @param waitMax the longest wait for a lock: 0, which never waits, to 1 h
 * @param holdMax the longest time for which a lease is renewed: the lease to 24 h
 * @param eventsKeep the time for which positions are remembered after their last use: 1 min to 365 days
 * @param eventsWindow the time for which opaque event ids are remembered: 1 s to 365 days
 * @param entryMaxElements the largest hash, list, set or sorted set that is read whole, in elements: 1 to 100,000,000
 * @param entryMaxBytes the largest string that is read, in bytes: 1 to 536,870,912
 * @param rememberedMaxBytes the memory that a factory may take for small entries as it last saw them, so that updates
 *     need not read them, in bytes: 0, which remembers nothing, to 1,073,741,824. That of the factory counts, and not
 *     that of a guard
 * @param keyPrefix the beginning of all keys and channels of the library: 1 to 64 printable ASCII characters without
 *     blanks, braces, {@code lock:} and {@code lock-}; empty for none. That of the factory counts, too
 * @param insightInterval how often a factory tells in Redis what it does: 0 for never, or 1 s to 1 min. That of the factory
 *     counts, too
 * @param insightEntries how it names entries there. That of the factory counts, too
 * @param insightSlow the longest wait that is not slow: 0, which tells of no wait, or 1 ms to 1 h. That of the factory
 *     counts, too
 */
public record LockSettings(
        Duration lease,
        Duration waitMax,
        Duration holdMax,
        Duration eventsKeep,
        Duration eventsWindow,
        int entryMaxElements,
        long entryMaxBytes,
        long rememberedMaxBytes,
        String keyPrefix,
        Duration insightInterval,
        EntryNames insightEntries,
        Duration insightSlow) {

    /**
     * The settings without any configuration: a lease of 5 s, a wait of 10 s, a hold of 60 s, positions kept for 7
     * days, a window of 10 min for opaque ids, entries of at most 100,000 elements or 64 MiB, 32 MiB of memory for
     * small entries, no prefix, and a report each 5 s with the keys of entries. Waits above 1 s are slow.
     */
    public static final LockSettings DEFAULT = new Builder().build();

    /**
     * Checks the settings, and cuts the durations. The ranges are those above.
     *
     * @param lease the value of {@code storm.lock.lease}
     * @param waitMax the value of {@code storm.lock.wait}
     * @param holdMax the value of {@code storm.lock.hold.max}
     * @param eventsKeep the value of {@code storm.lock.events.keep}
     * @param eventsWindow the value of {@code storm.lock.events.window}
     * @param entryMaxElements the value of {@code storm.lock.entry.max.elements}
     * @param entryMaxBytes the value of {@code storm.lock.entry.max.bytes}
     * @param rememberedMaxBytes the value of {@code storm.lock.remembered.max.bytes}
     * @param keyPrefix the value of {@code storm.lock.key.prefix}; empty for none
     * @param insightInterval the value of {@code storm.lock.insight.interval}
     * @param insightEntries the value of {@code storm.lock.insight.entries}
     * @param insightSlow the value of {@code storm.lock.insight.slow}
     * @throws IllegalArgumentException if a setting is out of range, or the longest hold shorter than the lease, naming
     *     it, its value and range
     * @throws NullPointerException if a duration or the prefix is {@code null}
     */
    public LockSettings {
        lease = checked("lease", lease);
        waitMax = checked("wait", waitMax);
        holdMax = checked("hold.max", holdMax);
        eventsKeep = checked("events.keep", eventsKeep);
        eventsWindow = checked("events.window", eventsWindow);
        SettingKeys.key("entry.max.elements").read(entryMaxElements);
        SettingKeys.key("entry.max.bytes").read(entryMaxBytes);
        SettingKeys.key("remembered.max.bytes").read(rememberedMaxBytes);
        if (!keyPrefix.isEmpty()) {
            keyPrefix = SettingKeys.<String>key("key.prefix").read(keyPrefix);
        }
        insightInterval = checked("insight.interval", insightInterval);
        Objects.requireNonNull(insightEntries, "insightEntries is null");
        insightSlow = checked("insight.slow", insightSlow);
        if (holdMax.compareTo(lease) < 0) {
            throw new IllegalArgumentException(holdBelowLease(holdMax, lease));
        }
    }

    /** {@return a builder that starts from {@link #DEFAULT}} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that starts from these settings} */
    public Builder toBuilder() {
        return new Builder()
                .lease(lease)
                .waitMax(waitMax)
                .holdMax(holdMax)
                .eventsKeep(eventsKeep)
                .eventsWindow(eventsWindow)
                .entryMaxElements(entryMaxElements)
                .entryMaxBytes(entryMaxBytes)
                .rememberedMaxBytes(rememberedMaxBytes)
                .keyPrefix(keyPrefix)
                .insightInterval(insightInterval)
                .insightEntries(insightEntries)
                .insightSlow(insightSlow);
    }

    static String holdBelowLease(Duration hold, Duration lease) {
        return SettingKeys.key("hold.max").with(hold) + " is shorter than " + SettingKeys.LEASE.with(lease)
                + ": it is at least the lease";
    }

    private static Duration checked(String key, Duration value) {
        return Duration.ofMillis(SettingKeys.<Duration>key(key).read(value).toMillis());
    }

    /** Gathers settings, and checks them in {@link #build}. What is not given stays as it was. Not thread-safe. */
    public static final class Builder {
        private Duration lease = Duration.ofSeconds(5);
        private Duration waitMax = Duration.ofSeconds(10);
        private Duration holdMax = Duration.ofSeconds(60);
        private Duration eventsKeep = Duration.ofDays(7);
        private Duration eventsWindow = Duration.ofMinutes(10);
        private int entryMaxElements = 100_000;
        private long entryMaxBytes = 67_108_864;
        private long rememberedMaxBytes = 33_554_432;
        private String keyPrefix = "";
        private Duration insightInterval = Duration.ofSeconds(5);
        private EntryNames insightEntries = EntryNames.NAMES;
        private Duration insightSlow = Duration.ofSeconds(1);

        private Builder() {}

        /**
         * Sets the time for which a lock stays taken when its holder dies.
         *
         * @param value the lease: 100 ms to 1 h
         * @return this builder
         */
        public Builder lease(Duration value) {
            lease = value;
            return this;
        }

        /**
         * Sets the longest wait for a lock.
         *
         * @param value the wait: 0, which never waits, to 1 h
         * @return this builder
         */
        public Builder waitMax(Duration value) {
            waitMax = value;
            return this;
        }

        /**
         * Sets the longest time for which a lease is renewed.
         *
         * @param value the time: the lease to 24 h
         * @return this builder
         */
        public Builder holdMax(Duration value) {
            holdMax = value;
            return this;
        }

        /**
         * Sets the time for which positions are remembered after their last use.
         *
         * @param value the time: 1 min to 365 days
         * @return this builder
         */
        public Builder eventsKeep(Duration value) {
            eventsKeep = value;
            return this;
        }

        /**
         * Sets the time for which opaque event ids are remembered.
         *
         * @param value the time: 1 s to 365 days
         * @return this builder
         */
        public Builder eventsWindow(Duration value) {
            eventsWindow = value;
            return this;
        }

        /**
         * Sets the largest hash, list, set or sorted set that is read whole.
         *
         * @param value its number of elements: 1 to 100,000,000
         * @return this builder
         */
        public Builder entryMaxElements(int value) {
            entryMaxElements = value;
            return this;
        }

        /**
         * Sets the largest string that is read.
         *
         * @param value its length in bytes: 1 to 536,870,912
         * @return this builder
         */
        public Builder entryMaxBytes(long value) {
            entryMaxBytes = value;
            return this;
        }

        /**
         * Sets the memory that a factory may take for small entries as it last saw them, so that updates need not read
         * them.
         *
         * @param value the memory in bytes: 0, which remembers nothing, to 1,073,741,824
         * @return this builder
         */
        public Builder rememberedMaxBytes(long value) {
            rememberedMaxBytes = value;
            return this;
        }

        /**
         * Sets the beginning of all keys and channels of the library. Factories with different prefixes do not exclude
         * each other.
         *
         * @param value the prefix: 1 to 64 printable ASCII characters without blanks, braces, {@code lock:} and
         *     {@code lock-}; empty for none
         * @return this builder
         */
        public Builder keyPrefix(String value) {
            keyPrefix = value;
            return this;
        }

        /**
         * Sets how often a factory tells in Redis what it does.
         *
         * @param value the interval: 0 for never, or 1 s to 1 min
         * @return this builder
         */
        public Builder insightInterval(Duration value) {
            insightInterval = value;
            return this;
        }

        /**
         * Sets how a factory names entries there.
         *
         * @param value by keys or by digests
         * @return this builder
         */
        public Builder insightEntries(EntryNames value) {
            insightEntries = value;
            return this;
        }

        /**
         * Sets the longest wait that is not slow. A longer one is logged, and told to listeners.
         *
         * @param value the wait: 0, which tells of no wait, or 1 ms to 1 h
         * @return this builder
         */
        public Builder insightSlow(Duration value) {
            insightSlow = value;
            return this;
        }

        /**
         * {@return the settings} The builder can be used again.
         *
         * @throws IllegalArgumentException if a setting is out of range, or the longest hold shorter than the lease,
         *     naming it, its value and range
         * @throws NullPointerException if a duration is {@code null}
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
                    rememberedMaxBytes,
                    keyPrefix,
                    insightInterval,
                    insightEntries,
                    insightSlow);
        }
    }
}
