package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;

/** Makes runtimes over the ports of tests. */
final class Runtimes {
    private Runtimes() {}

    /** Returns one that tells nothing of itself. */
    static FactoryRuntime over(RedisPort port, String name, Ticker ticker) {
        return over(port, name, ticker, RedisConfig.DEFAULT, LockSettings.DEFAULT);
    }

    static FactoryRuntime over(RedisPort port, String name, Ticker ticker, RedisConfig config, LockSettings settings) {
        return new FactoryRuntime(
                name,
                new LockRuntime(port, port, name, "", Tokens.newFactory(), ticker),
                "",
                config,
                settings.toBuilder()
                        .insightInterval(Duration.ZERO)
                        .insightSlow(Duration.ZERO)
                        .build());
    }
}
