package io.github.stormlock.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration: a row of the documentation, and how its value is read. Immutable.
 *
 * @param name as in the configuration
 * @param type how its values are written and bounded
 * @param value the default as text, or an example where {@code otherwise} says what the default is
 * @param otherwise in words, what holds without the key; empty if {@code value} does
 * @param meaning one sentence or two
 */
record ConfigKey<T>(String name, ConfigType<T> type, String value, String otherwise, String meaning) {
    private static final int SHOWN = 100;

    /** A key with a default. */
    static <T> ConfigKey<T> of(String name, ConfigType<T> type, String value, String meaning) {
        return new ConfigKey<>(name, type, value, "", meaning);
    }

    /** A key whose default follows from other keys, or that stands for nothing where it is not given. */
    static <T> ConfigKey<T> without(String name, ConfigType<T> type, String example, String otherwise, String meaning) {
        return new ConfigKey<>(name, type, example, otherwise, meaning);
    }

    /** Whether there is a default, in contrast to one that follows from other keys. */
    boolean hasDefault() {
        return otherwise.isEmpty();
    }

    /** The default. */
    T fallback() {
        if (!hasDefault()) {
            throw new IllegalStateException(name + " has no default of its own");
        }
        return type.read(value);
    }

    /**
     * Reads a value of the configuration.
     *
     * @throws IllegalArgumentException naming key, value, unit and range
     */
    T read(@Nullable Object raw) {
        if (raw == null) {
            throw new IllegalArgumentException(name + " has no value: give " + type.allowed() + ", or remove the key");
        }
        if (raw instanceof String text && text.isBlank()) {
            throw new IllegalArgumentException(name + " is empty: give " + type.allowed() + ", or remove the key");
        }
        try {
            return type.read(raw);
        } catch (IllegalArgumentException e) {
            // Not as the cause: its own cause may repeat a value that is not to be shown.
            throw refusal(shown(raw), e);
        }
    }

    /**
     * Checks a value that did not come from the configuration.
     *
     * @throws IllegalArgumentException naming key, value, unit and range
     */
    T require(T given, String shown) {
        try {
            return type.inRange(given);
        } catch (IllegalArgumentException e) {
            throw refusal(" = " + shown, e);
        }
    }

    /** All of {@code keys} by name, in their order. */
    static Map<String, ConfigKey<?>> byName(Iterable<ConfigKey<?>> keys) {
        Map<String, ConfigKey<?>> named = new LinkedHashMap<>();
        keys.forEach(key -> named.put(key.name(), key));
        return named;
    }

    private static String text(Object raw) {
        return raw instanceof Duration duration
                ? DurationText.format(duration)
                : raw.toString().strip();
    }

    private IllegalArgumentException refusal(String shown, IllegalArgumentException reason) {
        return new IllegalArgumentException(name + shown + " " + reason.getMessage() + ": give " + type.allowed());
    }

    // A password strays into the key beside its own, into an address, or into a list of addresses.
    private String shown(Object raw) {
        boolean scalar =
                raw instanceof String || raw instanceof Number || raw instanceof Boolean || raw instanceof Duration;
        if (!scalar || ConfigSecrets.mayHold(name, raw.toString())) {
            return "";
        }
        String text = text(raw).replaceAll("\\p{Cntrl}", "?");
        return " = " + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text);
    }
}
