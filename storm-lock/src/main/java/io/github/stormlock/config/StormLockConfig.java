package io.github.stormlock.config;

import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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
    private final TopologySettings topology;
    private final LockSettings lock;
    private final RedisConfig redis;
    private final int openMax;

    private StormLockConfig(
            Map<?, ?> lockKeys, TopologySettings topology, LockSettings lock, RedisConfig redis, int openMax) {
        this.openMax = openMax;
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
        return read(conf, reader -> {});
    }

    /**
     * Reads the configuration of a topology with locking bolts. These work on threads of their own too, and so Storm's
     * batching is refused: {@code topology.producer.batch.size} and {@code topology.transfer.batch.size} above 1.
     *
     * @throws IllegalArgumentException as {@link #of} does, and if Storm's batching is on
     */
    public static StormLockConfig forBolts(Map<String, Object> conf) {
        return read(conf, StormBatching::refuse);
    }

    private static StormLockConfig read(Map<String, Object> conf, Consumer<SettingReader> furtherRules) {
        Map<?, ?> given = notNull(conf);
        Problems problems = new Problems();
        SettingReader reader = new SettingReader(given, problems);
        TopologySettings topology = TopologySettings.read(reader, given);
        LockSettings lock = LockSettingsReader.read(reader, topology);
        Supplier<RedisConfig> redis = RedisConfigReader.read(reader, topology.name());
        int openMax = Math.toIntExact(reader.get(SettingKeys.OPEN_MAX));
        furtherRules.accept(reader);
        UnknownKeys.find(given, SettingKeys.ALL, problems);
        problems.finish();
        return new StormLockConfig(only(SettingKeys.LOCK, given), topology, lock, redis.get(), openMax);
    }

    /**
     * For a topology's main, before it is submitted: refuses what its bolts would refuse on the workers.
     *
     * @throws IllegalArgumentException as {@link #forBolts} does
     */
    public static void check(Map<String, Object> conf) {
        var unused = forBolts(conf);
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
        Problems problems = new Problems();
        UnknownKeys.find(own, SettingKey.byName(SettingKeys.LOCK), problems);
        LockSettings settings = LockSettingsReader.read(new SettingReader(merged, problems), topology);
        problems.finish();
        return settings;
    }

    /** How many tuples of a task may be open at a time. */
    public int openMax() {
        return openMax;
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
        Problems problems = new Problems();
        LockRules.check(settings, topology, problems);
        problems.finish();
        return settings;
    }

    private static Map<Object, Object> only(List<SettingKey<?>> keys, Map<?, ?> given) {
        Map<Object, Object> kept = new HashMap<>(given);
        kept.keySet().retainAll(SettingKey.byName(keys).keySet());
        return kept;
    }

    private static Map<?, ?> notNull(@Nullable Map<String, Object> conf) {
        if (conf == null) {
            throw new IllegalArgumentException("there is no configuration: give an empty map for the defaults");
        }
        return conf;
    }
}
