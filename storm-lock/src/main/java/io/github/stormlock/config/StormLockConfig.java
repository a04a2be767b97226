package io.github.stormlock.config;

import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The {@code storm.lock.*} keys of a configuration, read and checked. Numbers may come as numbers or as text. A
 * duration is text such as {@code 5s}, or a number of milliseconds.
 *
 * <p>No password, file or environment variable is read here: a key names the place of a password, and the workers read
 * it. Immutable and thread-safe.
 */
public final class StormLockConfig {
    private final Map<?, ?> lockKeys;
    private final TopologySettings topology;
    private final LockSettings lock;
    private final RedisConfig redis;
    private final boolean namesServer;
    private final int openMax;

    private StormLockConfig(
            Map<?, ?> lockKeys,
            TopologySettings topology,
            LockSettings lock,
            RedisConfig redis,
            boolean namesServer,
            int openMax) {
        this.openMax = openMax;
        this.namesServer = namesServer;
        this.lockKeys = lockKeys;
        this.topology = topology;
        this.lock = lock;
        this.redis = redis;
    }

    /**
     * Reads a configuration as Storm hands it over. Without any key of this library the defaults hold. Keys that are
     * not of this library are ignored, except for some of Storm's, such as the message timeout.
     *
     * @param conf the configuration of a topology, which is not changed; an empty map for the defaults. A key of this
     *     library with a {@code null} is refused, and one of Storm's counts as absent
     * @return the settings, those that were not given included; later changes of {@code conf} do not show in them
     * @throws IllegalArgumentException with everything that is wrong, one line each, naming key, value, unit and range;
     *     no password is shown. Also if {@code conf} is {@code null}
     */
    public static StormLockConfig of(Map<String, Object> conf) {
        return read(conf, reader -> {});
    }

    /**
     * Reads the configuration of a topology with locking bolts. These also work on threads of their own. So Storm's
     * batching is refused: {@code topology.producer.batch.size} and {@code topology.transfer.batch.size} above 1.
     *
     * @param conf the configuration of the topology, as {@link #of} takes it
     * @return the settings, as of {@link #of}
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
        return new StormLockConfig(
                only(SettingKeys.LOCK.keySet(), given),
                topology,
                lock,
                redis.get(),
                given.containsKey(SettingKeys.URI.name()) || given.containsKey(SettingKeys.NODES.name()),
                openMax);
    }

    /**
     * Refuses what the bolts of a topology would refuse on the workers. A topology's main calls it before the
     * submission. It sees this configuration alone: neither what the cluster adds to it, nor the settings that a bolt
     * has of its own.
     *
     * @param conf the configuration that is to be submitted, as {@link #of} takes it
     * @throws IllegalArgumentException as {@link #forBolts} does
     */
    public static void check(Map<String, Object> conf) {
        forBolts(conf);
    }

    /** {@return the servers, and the settings of the way to them} */
    public RedisConfig redis() {
        return redis;
    }

    /** {@return true if {@code storm.lock.redis.uri} or {@code storm.lock.redis.nodes} says where the server is} */
    public boolean namesServer() {
        return namesServer;
    }

    /** {@return the settings of locks, which hold for each bolt that has none of its own} */
    public LockSettings lock() {
        return lock;
    }

    /**
     * {@return the settings in which bolts of a worker differ only by connections of their own} The others are as by
     * default, so that equal ones are for one set of connections.
     */
    public LockSettings lockOfWorker() {
        Map<Object, Object> shared =
                only(SettingKeys.of(SettingKey.Scope.WORKER).keySet(), lockKeys);
        return LockSettingsReader.read(new SettingReader(shared, new Problems()), TopologySettings.NONE);
    }

    /**
     * Returns the settings of one bolt with keys of its own, such as {@code storm.lock.wait}. Where neither the bolt
     * nor the topology gives a setting, it may follow from another one: a shorter wait shortens the default lease.
     *
     * @param own the bolt's values by key, as in a configuration, or as {@link Duration}. Keys that are not under
     *     {@code storm.lock.} are ignored
     * @return the settings, checked against the message timeout as by {@link #require}
     * @throws IllegalArgumentException with everything that is wrong, also if a key under {@code storm.lock.} is not
     *     one of locks
     */
    public LockSettings lock(Map<String, ?> own) {
        Map<Object, Object> merged = new HashMap<>(lockKeys);
        merged.putAll(own);
        Problems problems = new Problems();
        UnknownKeys.find(own, SettingKeys.LOCK, problems);
        LockSettings settings = LockSettingsReader.read(new SettingReader(merged, problems), topology);
        problems.finish();
        return settings;
    }

    /** {@return how many tuples of a task may be open at a time: 1 to 1,000,000} */
    public int openMax() {
        return openMax;
    }

    /** {@return the topology's name; empty where there is none} */
    public String topology() {
        return topology.name();
    }

    /** {@return the time after which a tuple fails, in whole seconds; empty where message timeouts are off} */
    public Optional<Duration> messageTimeout() {
        return topology.messageTimeout();
    }

    /** {@return true if tuples are acked; false if {@code topology.acker.executors} is 0} */
    public boolean acking() {
        return topology.acking();
    }

    /**
     * Checks the settings of one bolt against the message timeout. The lease is at most the wait, unless that is 0. The
     * wait is at most a third of the timeout, and events are remembered for at least twice the timeout. Where message
     * timeouts are off, nothing is refused.
     *
     * @param settings the settings of the bolt, of which each is in its range already
     * @return {@code settings}
     * @throws IllegalArgumentException with everything that is wrong
     */
    public LockSettings require(LockSettings settings) {
        Problems problems = new Problems();
        LockRules.check(settings, topology, problems);
        problems.finish();
        return settings;
    }

    private static Map<Object, Object> only(Set<String> names, Map<?, ?> given) {
        Map<Object, Object> kept = new HashMap<>(given);
        kept.keySet().retainAll(names);
        return kept;
    }

    private static Map<?, ?> notNull(@Nullable Map<String, Object> conf) {
        if (conf == null) {
            throw new IllegalArgumentException("there is no configuration: give an empty map for the defaults");
        }
        return conf;
    }
}
