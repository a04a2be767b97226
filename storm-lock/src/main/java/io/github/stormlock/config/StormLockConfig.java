package io.github.stormlock.config;

import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The {@code storm.lock.*} keys of a configuration, read and checked. Numbers may come as numbers or as text. A
 * duration is text such as {@code 5s}, or a number of milliseconds.
 *
 * <p>No password, file or environment variable is read here: a key names the place of a password, and the workers read
 * it. Immutable and thread-safe.
 */
public final class StormLockConfig {
    private final TopologySettings topology;
    private final LockSettings lock;
    private final LockSettings lockOfWorker;
    private final RedisConfig redis;
    private final boolean namesServer;
    private final int openMax;

    private StormLockConfig(
            TopologySettings topology,
            LockSettings lock,
            LockSettings lockOfWorker,
            RedisConfig redis,
            boolean namesServer,
            int openMax) {
        this.openMax = openMax;
        this.namesServer = namesServer;
        this.topology = topology;
        this.lock = lock;
        this.lockOfWorker = lockOfWorker;
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
        RedisConfig redis = RedisConfigReader.read(reader, topology.name());
        int openMax = reader.number("open.max");
        furtherRules.accept(reader);
        UnknownKeys.find(given, problems);
        problems.finish();
        return new StormLockConfig(
                topology,
                lock,
                lockOfWorker(given),
                redis,
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
        return lockOfWorker;
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

    private static LockSettings lockOfWorker(Map<?, ?> given) {
        Map<Object, Object> ofWorker = new HashMap<>(given);
        ofWorker.keySet().retainAll(SettingKeys.of(SettingKey.Scope.WORKER));
        SettingReader reader = new SettingReader(ofWorker, new Problems());
        return LockSettingsReader.read(reader, TopologySettings.read(reader, ofWorker));
    }

    private static Map<?, ?> notNull(@Nullable Map<String, Object> conf) {
        if (conf == null) {
            throw new IllegalArgumentException("there is no configuration: give an empty map for the defaults");
        }
        return conf;
    }
}
