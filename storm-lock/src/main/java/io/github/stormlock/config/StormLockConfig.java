package io.github.stormlock.config;

import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys {@code storm.lock.*} of a configuration, read and checked. Numbers may come as numbers or as text.
 *
 * <p>Reads no password, file or environment variable: a password is named by its place, and read on the workers.
 * Immutable.
 */
public final class StormLockConfig {
    private final Map<?, ?> lockKeys;
    private final ConfigTopology topology;
    private final LockSettings lock;
    private final RedisConfig redis;
    private final int parkedMax;

    private StormLockConfig(
            Map<?, ?> lockKeys, ConfigTopology topology, LockSettings lock, RedisConfig redis, int parkedMax) {
        this.parkedMax = parkedMax;
        this.lockKeys = lockKeys;
        this.topology = topology;
        this.lock = lock;
        this.redis = redis;
    }

    /**
     * Reads a configuration as Storm hands it over. Without any key of ours, the defaults.
     *
     * @throws IllegalArgumentException with everything that is wrong, one line each, naming key, value, unit and range;
     *     no password is shown
     */
    public static StormLockConfig of(Map<String, Object> conf) {
        Map<?, ?> given = notNull(conf);
        ConfigProblems problems = new ConfigProblems();
        ConfigReader reader = new ConfigReader(given, problems);
        ConfigTopology topology = ConfigTopology.read(reader, given);
        LockSettings lock = ConfigLock.read(reader, topology);
        Supplier<RedisConfig> redis = ConfigRedis.read(reader, topology.name());
        int parkedMax = Math.toIntExact(reader.get(ConfigKeys.PARKED_MAX));
        ConfigUnknown.find(given, ConfigKeys.ALL, problems);
        problems.finish();
        return new StormLockConfig(only(ConfigKeys.LOCK, given), topology, lock, redis.get(), parkedMax);
    }

    /**
     * For a topology's main, before it is submitted: refuses what its bolts would refuse on the workers.
     *
     * @throws IllegalArgumentException as {@link #of} does
     */
    public static void check(Map<String, Object> conf) {
        var unused = of(conf);
    }

    /** The way to Redis. */
    public RedisConfig redis() {
        return redis;
    }

    /** The settings of locks, as far as no bolt has its own. */
    public LockSettings lock() {
        return lock;
    }

    /**
     * The settings of one bolt with keys of its own, such as {@code storm.lock.wait}. Where the bolt gives one and nobody
     * gives another that depends on it, the other follows: a shorter wait shortens the default lease.
     *
     * @param own values as in a configuration, or durations
     * @throws IllegalArgumentException with everything that is wrong, also if a key is not one of locks
     */
    public LockSettings lock(Map<String, ?> own) {
        Map<Object, Object> merged = new HashMap<>(lockKeys);
        merged.putAll(own);
        ConfigProblems problems = new ConfigProblems();
        ConfigUnknown.find(own, ConfigKey.byName(ConfigKeys.LOCK), problems);
        LockSettings settings = ConfigLock.read(new ConfigReader(merged, problems), topology);
        problems.finish();
        return settings;
    }

    /** How many tuples of busy entries a task sets aside. */
    public int parkedMax() {
        return parkedMax;
    }

    /** The topology's name; empty where there is none. */
    public String topology() {
        return topology.name();
    }

    /** After which a tuple fails; empty where message timeouts are off. */
    public Optional<Duration> messageTimeout() {
        return topology.messageTimeout();
    }

    /** Whether tuples are acked: not where {@code topology.acker.executors} is 0. */
    public boolean acking() {
        return topology.acking();
    }

    /**
     * Checks the settings of one bolt against the message timeout: the lease is at most the wait, the wait at most a third
     * of it, and events are remembered for twice as long.
     *
     * @return {@code settings}
     * @throws IllegalArgumentException with everything that is wrong
     */
    public LockSettings require(LockSettings settings) {
        ConfigProblems problems = new ConfigProblems();
        ConfigRules.check(settings, topology, problems);
        problems.finish();
        return settings;
    }

    private static Map<Object, Object> only(List<ConfigKey<?>> keys, Map<?, ?> given) {
        Map<Object, Object> kept = new HashMap<>(given);
        kept.keySet().retainAll(ConfigKey.byName(keys).keySet());
        return kept;
    }

    private static Map<?, ?> notNull(@Nullable Map<String, Object> conf) {
        if (conf == null) {
            throw new IllegalArgumentException("there is no configuration: give an empty map for the defaults");
        }
        return conf;
    }
}
