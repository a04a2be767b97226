package io.github.stormlock.config;

import static io.github.stormlock.config.ConfigPoolKeys.MAX_IDLE;
import static io.github.stormlock.config.ConfigPoolKeys.MAX_TOTAL;
import static io.github.stormlock.config.ConfigPoolKeys.MIN_IDLE;

import io.github.stormlock.redis.PoolConfig;
import java.util.function.Supplier;

/** Reads the pool of command connections. */
final class ConfigPool {
    private ConfigPool() {}

    /** What was read; to be asked for only if no problem was noted. */
    static Supplier<PoolConfig> read(ConfigReader reader) {
        long total = reader.get(MAX_TOTAL);
        long idle = reader.given(MAX_IDLE).orElse(total);
        long least = reader.get(MIN_IDLE);
        order(reader, MAX_IDLE, idle, MAX_TOTAL, total);
        order(reader, MIN_IDLE, least, MAX_IDLE, idle);
        var wait = reader.get(ConfigPoolKeys.MAX_WAIT);
        var lifo = reader.get(ConfigPoolKeys.LIFO);
        var fairness = reader.get(ConfigPoolKeys.FAIRNESS);
        var onBorrow = reader.get(ConfigPoolKeys.TEST_ON_BORROW);
        var whileIdle = reader.get(ConfigPoolKeys.TEST_WHILE_IDLE);
        var interval = reader.get(ConfigPoolKeys.EVICTION_INTERVAL);
        var evictable = reader.get(ConfigPoolKeys.MIN_EVICTABLE_IDLE);
        return () -> new PoolConfig(
                (int) total, (int) idle, (int) least, wait, lifo, fairness, onBorrow, whileIdle, interval, evictable);
    }

    private static void order(ConfigReader reader, ConfigKey<Long> less, long small, ConfigKey<Long> more, long large) {
        reader.problems()
                .refuse(
                        small > large,
                        less.name() + " = " + small + " is more than " + more.name() + " = " + large
                                + ": it is at most that",
                        less,
                        more);
    }
}
