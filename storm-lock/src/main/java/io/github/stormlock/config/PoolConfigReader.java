package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKeys.MAX_IDLE;
import static io.github.stormlock.config.SettingKeys.MAX_TOTAL;
import static io.github.stormlock.config.SettingKeys.MIN_IDLE;

import io.github.stormlock.redis.PoolConfig;
import java.util.function.Supplier;

/** Reads the settings of the pool. */
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
                .maxWait(reader.get(SettingKeys.MAX_WAIT))
                .minEvictableIdle(reader.get(SettingKeys.MIN_EVICTABLE_IDLE));
        return pool::build;
    }

    private static void order(
            SettingReader reader, SettingKey<Long> less, long small, SettingKey<Long> more, long large) {
        String message = less.with(small) + " is more than " + more.with(large) + ": it is at most that";
        reader.refuse(small > large, message, less, more);
    }
}
