package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;

/** Makes runtimes over the ports of tests, and guards of what has a runtime of its own. */
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

    static <V> GuardedEntry<V> guard(FactoryRuntime runtime, EntryKind<V> kind, String key, LockEvents events) {
        return guard(runtime, kind, key, events, LockSettings.DEFAULT);
    }

    static <V> GuardedEntry<V> guard(
            FactoryRuntime runtime, EntryKind<V> kind, String key, LockEvents events, LockSettings settings) {
        GuardSettings<V> guard = GuardSettings.of(kind, settings, EventMarks.of("", settings), Duration.ZERO);
        return new GuardedEntry<>(
                runtime,
                new EntryTarget<>(runtime.locks().keys(key), guard),
                SafeLockEvents.around(events, new SlowWaits()));
    }
}
