package io.github.stormlock.config;

import io.github.stormlock.redis.Secret;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads keys of a configuration, and notes what is wrong with them. A key is given by its name without the prefix, or by
 * its whole name if it is one of Storm. For one thread.
 */
@SuppressWarnings("TypeParameterUnusedInFormals") // See SettingKeys#key.
record SettingReader(Map<?, ?> conf, Problems problems) {

    /** Notes that what is given does not go together. */
    void refuse(boolean broken, String message) {
        problems.refuse(broken, message);
    }

    void refuseBoth(String one, String other) {
        refuse(has(one) && has(other), name(one) + " and " + name(other) + " are both given: remove one of them");
    }

    /** Returns what the maker makes, or notes why the values do not go together, and returns the other. */
    <T> T made(Supplier<T> maker, T otherwise) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            refuse(true, String.valueOf(e.getMessage()));
            return otherwise;
        }
    }

    /** Returns true if the key is there, with any value or none. */
    boolean has(String key) {
        // Storm's own defaults hold nulls, which count as absent. A key of ours without a value is a line that was not
        // finished.
        String name = name(key);
        return name.startsWith(SettingKey.PREFIX) ? conf.containsKey(name) : conf.get(name) != null;
    }

    /** Returns the key's value; empty if it is absent or wrong. */
    <T> Optional<T> given(String key) {
        if (!has(key)) {
            return Optional.empty();
        }
        SettingKey<T> known = SettingKeys.key(key);
        try {
            return Optional.of(known.read(conf.get(known.name())));
        } catch (IllegalArgumentException e) {
            problems.add(known.name(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Returns the key's value, or its default if it is absent or wrong. */
    <T> T get(String key) {
        return this.<T>given(key).orElseGet(() -> SettingKeys.<T>key(key).fallback());
    }

    /** Returns a number's value, or its default if it is absent or wrong. */
    int number(String key) {
        return Math.toIntExact(this.<Long>get(key));
    }

    /** Returns a word's value, or its default if it is absent or wrong. */
    <E extends Enum<E>> E word(String key, Class<E> words) {
        return Enum.valueOf(words, this.<String>get(key).toUpperCase(Locale.ROOT));
    }

    /** Returns a text's value; empty if it is absent or wrong. */
    String text(String key) {
        return given(key).map(Object::toString).orElse("");
    }

    /** Returns the place of a password, of which one key may name a file, or another one a variable. */
    Secret secret(String key) {
        String file = key + ".file";
        String variable = key + ".env";
        refuseBoth(file, variable);
        return this.<Path>given(file)
                .map(Secret::file)
                .or(() -> this.<String>given(variable).map(Secret::environment))
                .orElse(Secret.NONE);
    }

    private static String name(String key) {
        return SettingKeys.key(key).name();
    }
}
