package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.redis.RedisConfig;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The runtimes of this JVM that topologies share: one for each topology, connection and pool, however many bolts use
 * it. A worker has one. In LocalCluster the workers of all topologies share a JVM, so there is one for each topology.
 * Thread-safe.
 */
final class SharedRuntimes {
    private static final ConcurrentMap<Identity, FactoryRuntime> RUNTIMES = new ConcurrentHashMap<>();

    /** @param settings those that hold for the whole factory; the others are as by default */
    private record Identity(String topology, RedisConfig redis, LockSettings settings) {}

    private SharedRuntimes() {}

    /** Returns the runtime of this identity, and counts one more owner of it. */
    static FactoryRuntime get(StormLockConfig config, RedisConfig redis) {
        forgetEnded();
        Identity wanted = new Identity(config.topology(), redis, config.lockOfWorker());
        return RUNTIMES.compute(wanted, (identity, running) -> {
            if (running != null && running.users().tryOwn()) {
                return running;
            }
            return FactoryRuntime.start(identity.topology(), identity.redis(), identity.settings(), Ticker.SYSTEM);
        });
    }

    static void forgetEnded() {
        RUNTIMES.values().removeIf(runtime -> runtime.users().haveEnded());
    }
}
