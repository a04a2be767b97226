package io.github.stormlock.config;

import java.time.Duration;
import java.util.List;

/** The keys of the pool of command connections, in the words of Commons Pool 2. */
final class ConfigPoolKeys {
    private static final String PREFIX = ConfigRedisKeys.PREFIX + "pool.";
    private static final String CONNECTIONS = "connections";

    static final ConfigKey<Long> MAX_TOTAL = ConfigKey.of(
            PREFIX + "max.total",
            new ConfigNumber(CONNECTIONS, 1, 65_536),
            "16",
            "Most connections of a worker, to each node of a cluster.");

    static final ConfigKey<Long> MAX_IDLE = ConfigKey.without(
            PREFIX + "max.idle",
            new ConfigNumber(CONNECTIONS, 0, 65_536),
            "16",
            "storm.lock.redis.pool.max.total",
            "Most idle connections that are kept. At most the total.");

    static final ConfigKey<Long> MIN_IDLE = ConfigKey.of(
            PREFIX + "min.idle",
            new ConfigNumber(CONNECTIONS, 0, 65_536),
            "0",
            "Idle connections that are kept ready. At most max.idle.");

    static final ConfigKey<Duration> MAX_WAIT = ConfigKey.of(
            PREFIX + "max.wait",
            ConfigDuration.between("1ms", "1h"),
            "2s",
            "How long a thread waits for a connection.");

    static final ConfigKey<Boolean> LIFO = ConfigKey.of(
            PREFIX + "lifo", new ConfigFlag(), "true", "Whether the connection returned last is lent first.");

    static final ConfigKey<Boolean> FAIRNESS = ConfigKey.of(
            PREFIX + "fairness", new ConfigFlag(), "false", "Whether waiting threads are served in order.");

    static final ConfigKey<Boolean> TEST_ON_BORROW = ConfigKey.of(
            PREFIX + "test.on.borrow",
            new ConfigFlag(),
            "false",
            "Whether a connection is tried before each use, at the cost of a round trip.");

    static final ConfigKey<Boolean> TEST_WHILE_IDLE = ConfigKey.of(
            PREFIX + "test.while.idle",
            new ConfigFlag(),
            "true",
            "Whether idle connections are tried at each eviction run.");

    static final ConfigKey<Duration> EVICTION_INTERVAL = ConfigKey.of(
            PREFIX + "eviction.interval",
            ConfigDuration.between("100ms", "24h"),
            "30s",
            "Time between two eviction runs.");

    static final ConfigKey<Duration> MIN_EVICTABLE_IDLE = ConfigKey.of(
            PREFIX + "min.evictable.idle",
            ConfigDuration.between("100ms", "24h"),
            "60s",
            "How long a connection may idle before an eviction run closes it.");

    static final List<ConfigKey<?>> ALL = List.of(
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

    private ConfigPoolKeys() {}
}
