package io.github.stormlock.lock;

import java.util.Map;

/**
 * One key of the configuration: a row of the documentation, and how its value is read. Immutable.
 *
 * @param name as in the configuration
 * @param type how its values are written and bounded
 * @param value the default as text; empty if there is none
 * @param otherwise in words, what holds without the key, where {@code value} is empty
 * @param meaning one sentence
 */
record ConfigKey<T>(String name, ConfigType<T> type, String value, String otherwise, String meaning) {
    private static final int SHOWN = 100;

    /** A key with a default. */
    static <T> ConfigKey<T> of(String name, ConfigType<T> type, String value, String meaning) {
        return new ConfigKey<>(name, type, value, "", meaning);
    }

    /** A key whose default follows from other keys, or that is off without a value. */
    static <T> ConfigKey<T> without(String name, ConfigType<T> type, String otherwise, String meaning) {
        return new ConfigKey<>(name, type, "", otherwise, meaning);
    }

    /** The default. Only for a key that has one. */
    T fallback() {
        return type.read(value);
    }

    /**
     * Reads a value of the configuration.
     *
     * @throws IllegalArgumentException naming key, value, unit and range
     */
    T read(Object raw) {
        try {
            if (raw instanceof String text && text.isBlank()) {
                throw new IllegalArgumentException("is empty: give " + type.range() + ", or remove the key");
            }
            return type.read(raw);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + shown(raw) + " " + e.getMessage());
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
            throw new IllegalArgumentException(name + " = " + shown + " " + e.getMessage());
        }
    }

    // A password strays into the key beside its own, into an address, or into a list of addresses.
    private String shown(Object raw) {
        boolean scalar = raw instanceof String || raw instanceof Number || raw instanceof Boolean;
        if (!scalar || ConfigSecrets.mayHold(name, raw.toString())) {
            return "";
        }
        String text = raw.toString().replaceAll("\\p{Cntrl}", "?");
        return " = " + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text);
    }

    /** All of {@code keys} by name, in their order. */
    static Map<String, ConfigKey<?>> byName(Iterable<ConfigKey<?>> keys) {
        Map<String, ConfigKey<?>> named = new java.util.LinkedHashMap<>();
        keys.forEach(key -> named.put(key.name(), key));
        return named;
    }
}
