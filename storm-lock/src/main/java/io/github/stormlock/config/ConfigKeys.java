package io.github.stormlock.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table of all keys under {@code storm.lock.}, and the keys of Storm that are read beside them. */
final class ConfigKeys {
    static final String PREFIX = "storm.lock.";

    static final ConfigKey<Duration> LEASE = ConfigKey.without(
            PREFIX + "lease",
            ConfigDuration.between("100ms", "1h"),
            "5s",
            "5s, or storm.lock.wait where that is shorter",
            "How long an entry stays locked when its holder dies. A living holder renews its lease.");

    static final ConfigKey<Duration> WAIT = ConfigKey.without(
            PREFIX + "wait",
            ConfigDuration.between("0", "1h"),
            "10s",
            "a third of topology.message.timeout.secs; 10s where message timeouts are off",
            "How long a tuple waits for its lock before it fails. 0 never waits. Otherwise at least the lease and at most"
                    + " a third of the message timeout, so that neither a dead holder nor a long wait lets tuples time out.");

    static final ConfigKey<Duration> HOLD_MAX = ConfigKey.without(
            PREFIX + "hold.max",
            ConfigDuration.between("100ms", "24h"),
            "60s",
            "60s, or storm.lock.lease where that is longer",
            "How long a lease is renewed at most, for a holder that forgot to give it back. At least the lease.");

    static final ConfigKey<Duration> EVENTS_KEEP = ConfigKey.without(
            PREFIX + "events.keep",
            ConfigDuration.between("1m", "365d"),
            "7d",
            "7d, or twice the message timeout where that is longer",
            "How long an entry remembers the positions of its events after their last use. At least twice the message"
                    + " timeout.");

    static final ConfigKey<Duration> EVENTS_WINDOW = ConfigKey.without(
            PREFIX + "events.window",
            ConfigDuration.between("1s", "365d"),
            "10m",
            "10m, or twice the message timeout where that is longer",
            "How long an entry remembers an opaque event id. At least twice the message timeout, since a tuple may be"
                    + " replayed that late.");

    static final ConfigKey<Long> ENTRY_MAX_ELEMENTS = ConfigKey.of(
            PREFIX + "entry.max.elements",
            new ConfigNumber("elements", 1, 100_000_000),
            "100000",
            "The largest hash, list, set or sorted set that is read whole. A larger one is refused.");

    static final ConfigKey<Long> ENTRY_MAX_BYTES = ConfigKey.of(
            PREFIX + "entry.max.bytes",
            new ConfigNumber("bytes", 1, 536_870_912),
            "67108864",
            "The largest string that is read. A larger one is refused.");

    static final ConfigKey<Long> PARKED_MAX = ConfigKey.of(
            PREFIX + "parked.max",
            new ConfigNumber("tuples", 0, 10_000),
            "100",
            "How many tuples of busy entries a task sets aside, so that they delay no tuples of other entries. Each busy"
                    + " entry takes a thread while it is waited for. When it is full the executor waits, which is Storm's"
                    + " back-pressure; 0 sets none aside.");

    /** Twice this is still within the longest time for which events can be remembered. */
    static final ConfigKey<Long> MESSAGE_TIMEOUT = ConfigKey.of(
            "topology.message.timeout.secs",
            new ConfigNumber("seconds", 1, 15_768_000),
            "30",
            "Storm's message timeout.");

    static final ConfigKey<Boolean> MESSAGE_TIMEOUTS = ConfigKey.of(
            "topology.enable.message.timeouts", new ConfigFlag(), "true", "Whether tuples time out at all.");

    static final ConfigKey<Long> ACKERS = ConfigKey.without(
            "topology.acker.executors",
            new ConfigNumber("executors", 0, Integer.MAX_VALUE),
            "1",
            "one per worker",
            "Storm's ackers.");

    /** The keys of locks, entries and events. */
    static final List<ConfigKey<?>> LOCK =
            List.of(LEASE, WAIT, HOLD_MAX, EVENTS_KEEP, EVENTS_WINDOW, ENTRY_MAX_ELEMENTS, ENTRY_MAX_BYTES);

    /** Every key under {@code storm.lock.}, in the order of the documentation. */
    static final Map<String, ConfigKey<?>> ALL = ConfigKey.byName(all());

    private ConfigKeys() {}

    private static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>(LOCK);
        keys.addAll(ConfigRedisKeys.ALL);
        keys.addAll(ConfigTlsKeys.ALL);
        keys.addAll(ConfigPoolKeys.ALL);
        keys.add(PARKED_MAX);
        return keys;
    }
}
