package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationText;
import io.github.stormlock.config.internal.SecretValues;
import io.github.stormlock.config.internal.ValueType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One key of the configuration: a row of the documentation, and the way to read its value. Immutable.
 *
 * @param name the name in the configuration
 * @param scope who may differ in it
 * @param type the form of its values, and their bounds
 * @param value the default as text, or an example where {@code otherwise} says what the default is
 * @param otherwise the default in words; empty if {@code value} is the default
 * @param meaning one sentence or two
 */
record SettingKey<T>(String name, Scope scope, ValueType<T> type, String value, String otherwise, String meaning) {
    /** The prefix of all keys of this library. */
    static final String PREFIX = "storm.lock.";

    private static final int SHOWN = 100;

    /** The bolts, workers, connections or tasks that may differ in a setting: see the table. */
    enum Scope {
        BOLT,
        WORKER,
        REDIS,
        TASK,
        STORM
    }

    /** Returns true if the key has a default of its own, and not one that follows from other keys. */
    boolean hasDefault() {
        return otherwise.isEmpty();
    }

    /**
     * Returns the default.
     *
     * @throws IllegalStateException if the key has none of its own
     */
    T fallback() {
        if (!hasDefault()) {
            throw new IllegalStateException(name + " has no default of its own");
        }
        return type.reading().apply(value);
    }

    /**
     * Reads a value of the configuration, or checks one that has its type already.
     *
     * @throws IllegalArgumentException if it is wrong, naming key, value, unit and range; a value that may hold a
     *     password is not shown
     */
    T read(@Nullable Object raw) {
        if (raw == null) {
            throw new IllegalArgumentException(name + " has no value: give " + type.allowed() + ", or remove the key");
        }
        if (raw instanceof String text && text.isBlank()) {
            throw new IllegalArgumentException(name + " is empty: give " + type.allowed() + ", or remove the key");
        }
        try {
            return type.reading().apply(raw);
        } catch (IllegalArgumentException e) {
            // The exception is not kept as the cause, because its own cause may repeat a value that is not to be shown.
            throw new IllegalArgumentException(name + shown(raw) + " " + e.getMessage() + ": give " + type.allowed());
        }
    }

    /** Returns the key with a value, for a message. */
    String with(Object value) {
        return name + " = " + text(value);
    }

    private static String text(Object raw) {
        return raw instanceof Duration duration
                ? DurationText.format(duration)
                : raw.toString().strip();
    }

    // A value is shown only if no password can be in it. Passwords get by mistake into the key beside their own, into
    // an address, or into a list of addresses.
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
