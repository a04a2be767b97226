package io.github.stormlock.config;

import static io.github.stormlock.config.SettingKey.PREFIX;

import io.github.stormlock.config.SettingKey.Scope;
import io.github.stormlock.config.internal.TextTypes;
import io.github.stormlock.config.internal.ValueType;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * The keys of the table in {@code settings.txt}, in its order, each with the type of its values. Those of Storm, which
 * come last, are not documented.
 */
final class SettingKeys {
    private static final Map<String, String[]> ROWS = rows();
    private static final Map<String, SettingKey<?>> DEFINED = new LinkedHashMap<>();

    static final SettingKey<Duration> LEASE = duration("lease");
    static final SettingKey<Duration> WAIT = duration("wait");
    static final SettingKey<Duration> HOLD_MAX = duration("hold.max");
    static final SettingKey<Duration> EVENTS_KEEP = duration("events.keep");
    static final SettingKey<Duration> EVENTS_WINDOW = duration("events.window");
    static final SettingKey<Long> ENTRY_MAX_ELEMENTS = number("entry.max.elements");
    static final SettingKey<Long> ENTRY_MAX_BYTES = number("entry.max.bytes");
    static final SettingKey<Long> REMEMBERED_MAX_BYTES = number("remembered.max.bytes");
    static final SettingKey<String> KEY_PREFIX = of("key.prefix", TextTypes.PREFIX);
    static final SettingKey<Duration> INSIGHT_INTERVAL = duration("insight.interval");
    static final SettingKey<EntryNames> INSIGHT_ENTRIES = of("insight.entries", TextTypes.word(EntryNames.class));
    static final SettingKey<Duration> INSIGHT_SLOW = duration("insight.slow");

    static final SettingKey<RedisConfig> URI = of(
            "redis.uri",
            TextTypes.address("name the user by " + PREFIX + "redis.user, the place of the password by " + PREFIX
                    + "redis.password.file or " + PREFIX + "redis.password.env"));
    static final SettingKey<Mode> MODE = of("redis.mode", TextTypes.word(Mode.class));
    static final SettingKey<List<Node>> NODES = of("redis.nodes", TextTypes.NODES);
    static final SettingKey<String> MASTER = of("redis.sentinel.master", TextTypes.NAME);
    static final SettingKey<String> SENTINEL_USER = of("redis.sentinel.user", TextTypes.NAME);
    static final SettingKey<Path> SENTINEL_PASSWORD_FILE = of("redis.sentinel.password.file", TextTypes.FILE);
    static final SettingKey<String> SENTINEL_PASSWORD_ENV = of("redis.sentinel.password.env", TextTypes.VARIABLE);
    static final SettingKey<String> USER = of("redis.user", TextTypes.NAME);
    static final SettingKey<Path> PASSWORD_FILE = of("redis.password.file", TextTypes.FILE);
    static final SettingKey<String> PASSWORD_ENV = of("redis.password.env", TextTypes.VARIABLE);
    static final SettingKey<Long> DATABASE = number("redis.database");
    static final SettingKey<Protocol> PROTOCOL = of("redis.protocol", TextTypes.word(Protocol.class));
    static final SettingKey<Duration> CONNECT_TIMEOUT = duration("redis.connect.timeout");
    static final SettingKey<Duration> COMMAND_TIMEOUT = duration("redis.command.timeout");
    static final SettingKey<Long> REPLICAS_LEAST = number("redis.replicas.least");
    static final SettingKey<Duration> REPLICAS_WAIT = duration("redis.replicas.wait");

    static final SettingKey<Boolean> TLS = of("redis.tls", ValueType.FLAG);
    static final SettingKey<Path> TRUSTSTORE = of("redis.tls.truststore", TextTypes.FILE);
    static final SettingKey<Path> TRUSTSTORE_PASSWORD_FILE = of("redis.tls.truststore.password.file", TextTypes.FILE);
    static final SettingKey<String> TRUSTSTORE_PASSWORD_ENV =
            of("redis.tls.truststore.password.env", TextTypes.VARIABLE);
    static final SettingKey<Path> KEYSTORE = of("redis.tls.keystore", TextTypes.FILE);
    static final SettingKey<Path> KEYSTORE_PASSWORD_FILE = of("redis.tls.keystore.password.file", TextTypes.FILE);
    static final SettingKey<String> KEYSTORE_PASSWORD_ENV = of("redis.tls.keystore.password.env", TextTypes.VARIABLE);
    static final SettingKey<Path> CA_CERT_FILE = of("redis.tls.ca.cert.file", TextTypes.FILE);
    static final SettingKey<Path> CERT_FILE = of("redis.tls.cert.file", TextTypes.FILE);
    static final SettingKey<Path> KEY_FILE = of("redis.tls.key.file", TextTypes.FILE);

    static final SettingKey<Long> MAX_TOTAL = number("redis.pool.max.total");
    static final SettingKey<Long> MAX_IDLE = number("redis.pool.max.idle");
    static final SettingKey<Long> MIN_IDLE = number("redis.pool.min.idle");
    static final SettingKey<Duration> MAX_WAIT = duration("redis.pool.max.wait");
    static final SettingKey<Duration> MIN_EVICTABLE_IDLE = duration("redis.pool.min.evictable.idle");

    static final SettingKey<Long> OPEN_MAX = number("open.max");

    static final SettingKey<Long> MESSAGE_TIMEOUT = number("topology.message.timeout.secs");
    static final SettingKey<Boolean> MESSAGE_TIMEOUTS = of("topology.enable.message.timeouts", ValueType.FLAG);
    static final SettingKey<Long> ACKERS = number("topology.acker.executors");
    static final SettingKey<Long> PRODUCER_BATCH = number("topology.producer.batch.size");
    static final SettingKey<Long> TRANSFER_BATCH = number("topology.transfer.batch.size");

    /** Every key under {@code storm.lock.}, in the order of the documentation. */
    static final Map<String, SettingKey<?>> ALL = of(Scope.BOLT, Scope.WORKER, Scope.REDIS, Scope.TASK);

    /** The keys of locks, entries and events. */
    static final Map<String, SettingKey<?>> LOCK = of(Scope.BOLT, Scope.WORKER);

    private SettingKeys() {}

    /** Returns the keys of these scopes by name, in their order. */
    static Map<String, SettingKey<?>> of(Scope... scopes) {
        Map<String, SettingKey<?>> some = new LinkedHashMap<>(DEFINED);
        some.values().removeIf(key -> !List.of(scopes).contains(key.scope()));
        return some;
    }

    private static SettingKey<Duration> duration(String name) {
        return define(name, (unit, range) -> ValueType.duration(range));
    }

    private static SettingKey<Long> number(String name) {
        return define(name, ValueType::number);
    }

    private static <T> SettingKey<T> of(String name, ValueType<T> type) {
        return define(name, (unit, range) -> type);
    }

    private static <T> SettingKey<T> define(String rest, BiFunction<String, String, ValueType<T>> type) {
        String name = rest.startsWith("topology.") ? rest : PREFIX + rest;
        String[] row = Objects.requireNonNull(ROWS.get(name), name);
        String[] unitAndRange = row[2].split(" ", 2);
        SettingKey<T> key = new SettingKey<>(
                name,
                Scope.valueOf(row[1].toUpperCase(Locale.ROOT)),
                type.apply(unitAndRange[0], unitAndRange[unitAndRange.length - 1]),
                row[3],
                row[4].equals("-") ? "" : row[4],
                row[5]);
        DEFINED.put(name, key);
        return key;
    }

    private static Map<String, String[]> rows() {
        try (InputStream in = Objects.requireNonNull(SettingKeys.class.getResourceAsStream("settings.txt"))) {
            Map<String, String[]> rows = new LinkedHashMap<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", -1))
                    .forEach(row -> rows.put(row[0], row));
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException("the table of settings cannot be read", e);
        }
    }
}
