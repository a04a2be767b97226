package io.github.stormlock.config;

import io.github.stormlock.config.SettingKey.Scope;
import io.github.stormlock.config.internal.ValueType;
import io.github.stormlock.redis.RedisConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The keys of the table in {@code settings.txt}, in its order. Those of Storm, which come last, are not documented. */
final class SettingKeys {
    private static final Map<String, SettingKey<?>> TABLE = table();

    static final SettingKey<Duration> LEASE = key("lease");
    static final SettingKey<Duration> WAIT = key("wait");
    static final SettingKey<Duration> EVENTS_KEEP = key("events.keep");
    static final SettingKey<Duration> EVENTS_WINDOW = key("events.window");
    static final SettingKey<RedisConfig> URI = key("redis.uri");
    static final SettingKey<List<RedisConfig.Node>> NODES = key("redis.nodes");
    static final SettingKey<Long> MESSAGE_TIMEOUT = key("topology.message.timeout.secs");

    /** Every key under {@code storm.lock.}, in the order of the documentation. */
    static final Map<String, SettingKey<?>> ALL = all();

    private SettingKeys() {}

    private static Map<String, SettingKey<?>> all() {
        Map<String, SettingKey<?>> all = new LinkedHashMap<>(TABLE);
        all.keySet().removeIf(name -> !name.startsWith(SettingKey.PREFIX));
        return all;
    }

    /** Returns the names of the keys of a scope, in the order of the documentation. */
    static List<String> of(Scope scope) {
        return ALL.values().stream()
                .filter(key -> key.scope() == scope)
                .map(SettingKey::name)
                .toList();
    }

    /**
     * Returns a key.
     *
     * @param <T> the type that the unit in the table stands for: see {@link ValueType#of}
     * @param rest its name, without the prefix unless it is one of Storm
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is read by a test.
    static <T> SettingKey<T> key(String rest) {
        String name = rest.startsWith("topology.") ? rest : SettingKey.PREFIX + rest;
        return (SettingKey<T>) Objects.requireNonNull(TABLE.get(name), name);
    }

    private static Map<String, SettingKey<?>> table() {
        try (InputStream in = Objects.requireNonNull(SettingKeys.class.getResourceAsStream("settings.txt"))) {
            Map<String, SettingKey<?>> table = new LinkedHashMap<>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| ", -1))
                    .forEach(row -> table.put(row[0], key(row)));
            return table;
        } catch (IOException e) {
            throw new UncheckedIOException("the table of settings cannot be read", e);
        }
    }

    private static SettingKey<?> key(String[] row) {
        String[] unitAndRange = row[2].split(" ", 2);
        return new SettingKey<>(
                row[0],
                Scope.valueOf(row[1].toUpperCase(Locale.ROOT)),
                ValueType.of(unitAndRange[0], unitAndRange[unitAndRange.length - 1]),
                row[3],
                row[4].equals("-") ? "" : row[4],
                row[5]);
    }
}
