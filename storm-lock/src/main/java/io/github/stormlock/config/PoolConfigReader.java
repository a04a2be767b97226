package io.github.stormlock.config;

import static io.github.stormlock.config.PoolKeys.MAX_IDLE;
import static io.github.stormlock.config.PoolKeys.MAX_TOTAL;
import static io.github.stormlock.config.PoolKeys.MIN_IDLE;

import io.github.stormlock.redis.PoolConfig;
import java.util.function.Supplier;

/** Reads the pool of command connections. */
final class PoolConfigReader {
    private PoolConfigReader() {}

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
                .maxWait(reader.get(PoolKeys.MAX_WAIT))
                .lifo(reader.get(PoolKeys.LIFO))
                .fairness(reader.get(PoolKeys.FAIRNESS))
                .testOnBorrow(reader.get(PoolKeys.TEST_ON_BORROW))
                .testWhileIdle(reader.get(PoolKeys.TEST_WHILE_IDLE))
                .evictionInterval(reader.get(PoolKeys.EVICTION_INTERVAL))
                .minEvictableIdle(reader.get(PoolKeys.MIN_EVICTABLE_IDLE));
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
