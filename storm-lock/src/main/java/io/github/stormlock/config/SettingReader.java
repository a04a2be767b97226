package io.github.stormlock.config;

import io.github.stormlock.redis.Secret;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads keys of a configuration, and notes what is wrong with them. For one thread. */
record SettingReader(Map<?, ?> conf, Problems problems) {
    /** Notes a rule that these keys break together. */
    void refuse(boolean broken, String message, SettingKey<?>... keys) {
        problems.refuse(broken, message, keys);
    }

    void refuseBoth(SettingKey<?> one, SettingKey<?> other) {
        String message = one.name() + " and " + other.name() + " are both given: remove one of them";
        refuse(has(one) && has(other), message, one, other);
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

    /** Returns the place of a password, of which one key may name a file, or another one a variable. */
    Secret secret(SettingKey<Path> file, SettingKey<String> variable) {
        refuseBoth(file, variable);
        return given(file)
                .map(Secret::file)
                .or(() -> given(variable).map(Secret::environment))
                .orElse(Secret.NONE);
    }
}
