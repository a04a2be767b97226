package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationType;
import io.github.stormlock.config.internal.FlagType;
import io.github.stormlock.config.internal.NumberType;
import java.time.Duration;
import java.util.List;

/** The keys of the pool of command connections. Their names are those of Commons Pool 2. */
final class PoolKeys {
    private static final String PREFIX = RedisKeys.PREFIX + "pool.";
    private static final String CONNECTIONS = "connections";

    static final SettingKey<Long> MAX_TOTAL = SettingKey.of(
            PREFIX + "max.total",
            new NumberType(CONNECTIONS, 1, 65_536),
            "16",
            "Most connections of a worker, to each node of a cluster.");

    static final SettingKey<Long> MAX_IDLE = SettingKey.without(
            PREFIX + "max.idle",
            new NumberType(CONNECTIONS, 0, 65_536),
            "16",
            "storm.lock.redis.pool.max.total",
            "Most idle connections that are kept. At most the total.");

    static final SettingKey<Long> MIN_IDLE = SettingKey.of(
            PREFIX + "min.idle",
            new NumberType(CONNECTIONS, 0, 65_536),
            "0",
            "Idle connections that are kept ready. At most max.idle.");

    static final SettingKey<Duration> MAX_WAIT = SettingKey.of(
            PREFIX + "max.wait", DurationType.between("1ms", "1h"), "2s", "How long a thread waits for a connection.");

    static final SettingKey<Boolean> LIFO = SettingKey.of(
            PREFIX + "lifo", new FlagType(), "true", "Whether the connection returned last is lent first.");

    static final SettingKey<Boolean> FAIRNESS =
            SettingKey.of(PREFIX + "fairness", new FlagType(), "false", "Whether waiting threads are served in order.");

    static final SettingKey<Boolean> TEST_ON_BORROW = SettingKey.of(
            PREFIX + "test.on.borrow",
            new FlagType(),
            "false",
            "Whether a connection is tried before each use, at the cost of a round trip.");

    static final SettingKey<Boolean> TEST_WHILE_IDLE = SettingKey.of(
            PREFIX + "test.while.idle",
            new FlagType(),
            "true",
            "Whether idle connections are tried at each eviction run.");

    static final SettingKey<Duration> EVICTION_INTERVAL = SettingKey.of(
            PREFIX + "eviction.interval",
            DurationType.between("100ms", "24h"),
            "30s",
            "Time between two eviction runs.");

    static final SettingKey<Duration> MIN_EVICTABLE_IDLE = SettingKey.of(
            PREFIX + "min.evictable.idle",
            DurationType.between("100ms", "24h"),
            "60s",
            "How long a connection may idle before an eviction run closes it.");

    static final List<SettingKey<?>> ALL = List.of(
            MAX_TOTAL,
            MAX_IDLE,
            MIN_IDLE,
            MAX_WAIT,
            LIFO,
            FAIRNESS,
            TEST_ON_BORROW,
            TEST_WHILE_IDLE,
            EVICTION_INTERVAL,
            MIN_EVICTABLE_IDLE);

    private PoolKeys() {}
}
