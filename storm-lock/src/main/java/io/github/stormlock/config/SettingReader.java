package io.github.stormlock.config;

import java.util.Map;
import java.util.Optional;

/** Reads keys of a configuration, and notes what is wrong with them. For one thread. */
final class SettingReader {
    private final Map<?, ?> conf;
    private final Problems problems;

    SettingReader(Map<?, ?> conf, Problems problems) {
        this.conf = conf;
        this.problems = problems;
    }

    Problems problems() {
        return problems;
    }

    /** Returns true if the key is there, with any value or none. */
    boolean has(SettingKey<?> key) {
        // Storm's own defaults hold nulls, which count as absent. A key of ours without a value is a line that was not
        // finished.
        return key.name().startsWith(SettingKey.PREFIX) ? conf.containsKey(key.name()) : conf.get(key.name()) != null;
    }

    /** Returns the key's value; empty if it is absent or wrong. */
    <T> Optional<T> given(SettingKey<T> key) {
        if (!has(key)) {
            return Optional.empty();
        }
        try {
            return Optional.of(key.read(conf.get(key.name())));
        } catch (IllegalArgumentException e) {
            problems.add(key.name(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the key's value, or its default if it is absent or wrong. */
    <T> T get(SettingKey<T> key) {
        return given(key).orElseGet(key::fallback);
    }
}
