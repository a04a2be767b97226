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
record SettingKey<T>(String name, ValueType<T> type, String value, String otherwise, String meaning) {
    /** With which all keys of ours begin. */
    static final String PREFIX = "storm.lock.";

    private static final int SHOWN = 100;

    /** A key with a default. */
    static <T> SettingKey<T> of(String name, ValueType<T> type, String value, String meaning) {
        return new SettingKey<>(name, type, value, "", meaning);
    }

    /** A key whose default follows from other keys, or that stands for nothing where it is not given. */
    static <T> SettingKey<T> without(String name, ValueType<T> type, String example, String otherwise, String meaning) {
        return new SettingKey<>(name, type, example, otherwise, meaning);
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

    /** Names the key with a value, for a message. */
    String with(String shown) {
        return name + " = " + shown;
    }

    /** All of {@code keys} by name, in their order. */
    static Map<String, SettingKey<?>> byName(Iterable<SettingKey<?>> keys) {
        Map<String, SettingKey<?>> named = new LinkedHashMap<>();
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
        if (!scalar || SecretValues.mayHold(name, raw.toString())) {
            return "";
        }
        String text = text(raw).replaceAll("\\p{Cntrl}", "?");
        return " = " + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text);
    }
}
