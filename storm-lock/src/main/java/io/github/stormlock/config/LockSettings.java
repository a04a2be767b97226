package io.github.stormlock.config;

import java.time.Duration;

/**
 * How locks are held and waited for, and how events are remembered. Immutable; durations are cut to whole
 * milliseconds.
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
 */
public record LockSettings(
        Duration lease,
        Duration waitMax,
        Duration holdMax,
        Duration eventsKeep,
        Duration eventsWindow,
        int entryMaxElements,
        long entryMaxBytes) {

    /** As without any configuration: a lease of 5 s, a wait of 10 s. */
    public static final LockSettings DEFAULT = new LockSettings(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofDays(7),
            Duration.ofMinutes(10),
            100_000,
            67_108_864);

    /** @throws IllegalArgumentException if a setting is out of range, naming its configuration key, value and range */
    public LockSettings {
        lease = inRange(ConfigKeys.LEASE, lease);
        waitMax = inRange(ConfigKeys.WAIT, waitMax);
        holdMax = inRange(ConfigKeys.HOLD_MAX, holdMax);
        eventsKeep = inRange(ConfigKeys.EVENTS_KEEP, eventsKeep);
        eventsWindow = inRange(ConfigKeys.EVENTS_WINDOW, eventsWindow);
        inRange(ConfigKeys.ENTRY_MAX_ELEMENTS, entryMaxElements);
        inRange(ConfigKeys.ENTRY_MAX_BYTES, entryMaxBytes);
        if (holdMax.compareTo(lease) < 0) {
            throw new IllegalArgumentException(ConfigRules.holdBelowLease(holdMax, lease));
        }
    }

    /** These settings with another lease. */
    public LockSettings withLease(Duration another) {
        return new LockSettings(another, waitMax, holdMax, eventsKeep, eventsWindow, entryMaxElements, entryMaxBytes);
    }

    /** These settings with another wait. */
    public LockSettings withWaitMax(Duration another) {
        return new LockSettings(lease, another, holdMax, eventsKeep, eventsWindow, entryMaxElements, entryMaxBytes);
    }

    /** These settings with another longest hold. */
    public LockSettings withHoldMax(Duration another) {
        return new LockSettings(lease, waitMax, another, eventsKeep, eventsWindow, entryMaxElements, entryMaxBytes);
    }

    /** These settings with another life of positions. */
    public LockSettings withEventsKeep(Duration another) {
        return new LockSettings(lease, waitMax, holdMax, another, eventsWindow, entryMaxElements, entryMaxBytes);
    }

    /** These settings with another life of opaque event ids. */
    public LockSettings withEventsWindow(Duration another) {
        return new LockSettings(lease, waitMax, holdMax, eventsKeep, another, entryMaxElements, entryMaxBytes);
    }

    /** These settings with another largest entry of elements. */
    public LockSettings withEntryMaxElements(int another) {
        return new LockSettings(lease, waitMax, holdMax, eventsKeep, eventsWindow, another, entryMaxBytes);
    }

    /** These settings with another largest string. */
    public LockSettings withEntryMaxBytes(long another) {
        return new LockSettings(lease, waitMax, holdMax, eventsKeep, eventsWindow, entryMaxElements, another);
    }

    private static Duration inRange(ConfigKey<Duration> key, Duration value) {
        Duration checked = key.require(value, DurationText.format(value));
        return Duration.ofMillis(checked.toMillis());
    }

    private static void inRange(ConfigKey<Long> key, long value) {
        var unused = key.require(value, Long.toString(value));
    }
}
