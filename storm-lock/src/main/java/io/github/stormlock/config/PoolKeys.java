package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationType;
import io.github.stormlock.config.internal.FlagType;
import io.github.stormlock.config.internal.NumberType;
import io.github.stormlock.redis.PoolConfig;
import java.time.Duration;
import java.util.function.Supplier;

/** The keys of the pool of command connections, and their reader. Their names are those of Commons Pool 2. */
final class PoolKeys {
    static final KeyList KEYS = new KeyList(RedisKeys.PREFIX + "pool.");
    private static final String CONNECTIONS = "connections";

    static final SettingKey<Long> MAX_TOTAL = KEYS.of(
            "max.total",
            new NumberType(CONNECTIONS, 1, 65_536),
            "16",
            "Most connections of a worker, to each node of a cluster.");

    static final SettingKey<Long> MAX_IDLE = KEYS.without(
            "max.idle",
            new NumberType(CONNECTIONS, 0, 65_536),
            "16",
            "storm.lock.redis.pool.max.total",
            "Most idle connections that are kept. At most the total.");

    static final SettingKey<Long> MIN_IDLE = KEYS.of(
            "min.idle",
            new NumberType(CONNECTIONS, 0, 65_536),
            "0",
            "Idle connections that are kept ready. At most max.idle.");

    static final SettingKey<Duration> MAX_WAIT =
            KEYS.of("max.wait", DurationType.between("1ms", "1h"), "2s", "How long a thread waits for a connection.");

    static final SettingKey<Boolean> LIFO =
            KEYS.of("lifo", new FlagType(), "true", "Whether the connection returned last is lent first.");

    static final SettingKey<Boolean> FAIRNESS =
            KEYS.of("fairness", new FlagType(), "false", "Whether waiting threads are served in order.");

    static final SettingKey<Boolean> TEST_ON_BORROW = KEYS.of(
            "test.on.borrow",
            new FlagType(),
            "false",
            "Whether a connection is tried before each use, at the cost of a round trip.");

    static final SettingKey<Boolean> TEST_WHILE_IDLE = KEYS.of(
            "test.while.idle", new FlagType(), "true", "Whether idle connections are tried at each eviction run.");

    static final SettingKey<Duration> EVICTION_INTERVAL = KEYS.of(
            "eviction.interval", DurationType.between("100ms", "24h"), "30s", "Time between two eviction runs.");

    static final SettingKey<Duration> MIN_EVICTABLE_IDLE = KEYS.of(
            "min.evictable.idle",
            DurationType.between("100ms", "24h"),
            "60s",
            "How long a connection may idle before an eviction run closes it.");

    private PoolKeys() {}

    /** Returns a supplier of what was read, to be asked only if no problem was noted. */
    static Supplier<PoolConfig> read(SettingReader reader) {
        long total = reader.get(MAX_TOTAL);
        long idle = reader.given(MAX_IDLE).orElse(total);
        long least = reader.get(MIN_IDLE);
        order(reader, MAX_IDLE, idle, MAX_TOTAL, total);
        order(reader, MIN_IDLE, least, MAX_IDLE, idle);
        PoolConfig.Builder pool = PoolConfig.builder()
                .maxTotal((int) total)
                .maxIdle((int) idle)
                .minIdle((int) least)
                .maxWait(reader.get(MAX_WAIT))
                .lifo(reader.get(LIFO))
                .fairness(reader.get(FAIRNESS))
                .testOnBorrow(reader.get(TEST_ON_BORROW))
                .testWhileIdle(reader.get(TEST_WHILE_IDLE))
                .evictionInterval(reader.get(EVICTION_INTERVAL))
                .minEvictableIdle(reader.get(MIN_EVICTABLE_IDLE));
        return pool::build;
    }

    private static void order(
            SettingReader reader, SettingKey<Long> less, long small, SettingKey<Long> more, long large) {
        reader.problems()
                .refuse(
                        small > large,
                        less.name() + " = " + small + " is more than " + more.name() + " = " + large
                                + ": it is at most that",
                        less,
                        more);
    }
}
