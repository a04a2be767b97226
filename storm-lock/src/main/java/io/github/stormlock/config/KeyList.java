package io.github.stormlock.config;

import io.github.stormlock.config.internal.ValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of one part of the configuration, in the order in which they are defined, which is that of the documentation.
 * A class fills it while it is initialised. Later it is only read.
 */
final class KeyList {
    private final String prefix;
    private final List<SettingKey<?>> keys = new ArrayList<>();

    KeyList(String prefix) {
        this.prefix = prefix;
    }

    /** Defines a key with a default. */
    <T> SettingKey<T> of(String name, ValueType<T> type, String value, String meaning) {
        return without(name, type, value, "", meaning);
    }

    /** Defines a key whose default follows from other keys, or that stands for nothing where it is not given. */
    <T> SettingKey<T> without(String name, ValueType<T> type, String example, String otherwise, String meaning) {
        SettingKey<T> key = new SettingKey<>(prefix + name, type, example, otherwise, meaning);
        keys.add(key);
        return key;
    }

    List<SettingKey<?>> all() {
        return Collections.unmodifiableList(keys);
    }

    /** Returns the keys by name, in their order. */
    Map<String, SettingKey<?>> byName() {
        Map<String, SettingKey<?>> named = new LinkedHashMap<>();
        keys.forEach(key -> named.put(key.name(), key));
        return named;
    }

    /** Returns a list of its own with the keys of all these. */
    static KeyList of(KeyList... parts) {
        KeyList all = new KeyList("");
        for (KeyList part : parts) {
            all.keys.addAll(part.keys);
        }
        return all;
    }
}
