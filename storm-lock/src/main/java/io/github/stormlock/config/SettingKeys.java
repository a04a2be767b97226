package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationType;
import io.github.stormlock.config.internal.NumberType;
import io.github.stormlock.config.internal.TextType;
import java.time.Duration;
import java.util.Map;

/** The table of all keys under {@code storm.lock.}, and those of locks, entries and events. */
final class SettingKeys {
    /** The keys of locks, entries and events. */
    static final KeyList LOCK = new KeyList(SettingKey.PREFIX);

    private static final KeyList TASK = new KeyList(SettingKey.PREFIX);

    static final SettingKey<Duration> LEASE = LOCK.without(
            "lease",
            DurationType.between("100ms", "1h"),
            "5s",
            "5s, or storm.lock.wait where that is shorter",
            "How long an entry stays locked when its holder dies. A living holder renews its lease.");

    static final SettingKey<Duration> WAIT = LOCK.without(
            "wait",
            DurationType.between("0", "1h"),
            "10s",
            "a third of topology.message.timeout.secs; 10s where message timeouts are off",
            "How long a tuple waits for its lock before it fails. 0 never waits. Otherwise at least the lease and at most"
                    + " a third of the message timeout, so that neither a dead holder nor a long wait lets tuples time out.");

    static final SettingKey<Duration> HOLD_MAX = LOCK.without(
            "hold.max",
            DurationType.between("100ms", "24h"),
            "60s",
            "60s, or storm.lock.lease where that is longer",
            "How long a lease is renewed at most, for a holder that forgot to give it back. At least the lease.");

    static final SettingKey<Duration> EVENTS_KEEP = LOCK.without(
            "events.keep",
            DurationType.between("1m", "365d"),
            "7d",
            "7d, or twice the message timeout where that is longer",
            "How long an entry remembers the positions of its events after their last use. At least twice the message"
                    + " timeout.");

    static final SettingKey<Duration> EVENTS_WINDOW = LOCK.without(
            "events.window",
            DurationType.between("1s", "365d"),
            "10m",
            "10m, or twice the message timeout where that is longer",
            "How long an entry remembers an opaque event id. At least twice the message timeout, since a tuple may be"
                    + " replayed that late.");

    static final SettingKey<Long> ENTRY_MAX_ELEMENTS = LOCK.of(
            "entry.max.elements",
            new NumberType("elements", 1, 100_000_000),
            "100000",
            "The largest hash, list, set or sorted set that is read whole. A larger one is refused.");

    static final SettingKey<Long> ENTRY_MAX_BYTES = LOCK.of(
            "entry.max.bytes",
            new NumberType("bytes", 1, 536_870_912),
            "67108864",
            "The largest string that is read. A larger one is refused.");

    static final SettingKey<Long> REMEMBERED_MAX_BYTES = LOCK.of(
            "remembered.max.bytes",
            new NumberType("bytes", 0, 1_073_741_824),
            "33554432",
            "How much memory of a worker is for small entries as it last saw or wrote them, so that an update need not read"
                    + " its entry first. 0 remembers nothing. Bolts with another value have connections of their own.");

    static final SettingKey<String> KEY_PREFIX = LOCK.without(
            "key.prefix",
            TextType.PREFIX,
            "app:",
            "no prefix",
            "What all keys and channels of the library begin with, so that an ACL user needs the patterns of this prefix"
                    + " only. Entries keep the keys that bolts give them. Workers with different prefixes do not exclude"
                    + " each other: change it only while none runs.");

    static final SettingKey<Duration> INSIGHT_INTERVAL = LOCK.of(
            "insight.interval",
            DurationType.zeroOrBetween("1s", "1m"),
            "5s",
            "How often a worker tells in Redis what it holds, who waits in it and which of its entries are hot, for the"
                    + " command locks. 0 tells nothing.");

    static final SettingKey<EntryNames> INSIGHT_ENTRIES = LOCK.of(
            "insight.entries",
            TextType.word(EntryNames.class),
            "names",
            "How a worker names entries there: by their keys, or by digests where keys are personal.");

    static final SettingKey<Duration> INSIGHT_SLOW = LOCK.of(
            "insight.slow",
            DurationType.zeroOrBetween("1ms", "1h"),
            "1s",
            "A wait for an entry or a lock that took longer is logged, once in 10 s, and told to listeners. 0 tells of"
                    + " none.");

    static final SettingKey<Long> OPEN_MAX = TASK.of(
            "open.max",
            new NumberType("tuples", 1, 1_000_000),
            "10000",
            "How many tuples of a task may be open at a time: executed, and neither acked nor failed. Those of busy entries"
                    + " are among them, and delay no others. Above it the executor waits, which is Storm's back-pressure.");

    /** Every key under {@code storm.lock.}, in the order of the documentation. */
    static final Map<String, SettingKey<?>> ALL =
            KeyList.of(LOCK, RedisKeys.KEYS, TlsKeys.KEYS, PoolKeys.KEYS, TASK).byName();

    private SettingKeys() {}
}
