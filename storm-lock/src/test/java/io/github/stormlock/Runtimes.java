package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.internal.report.ReportSettings;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;

/** Makes runtimes over the ports of tests. */
final class Runtimes {
    private Runtimes() {}

    /** Returns one that tells nothing of itself. */
    static FactoryRuntime over(RedisPort port, String name, Ticker ticker) {
        return new FactoryRuntime(
                name,
                name,
                new LockRuntime(port, port, name, "", Tokens.newFactory(), ticker),
                RedisConfig.DEFAULT.commandTimeout(),
                LockSettings.DEFAULT.rememberedMaxBytes(),
                ReportSettings.SILENT);
    }
}
