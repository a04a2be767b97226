package io.github.stormlock.config.internal;

import java.util.Map;

/**
 * The form and the bounds of the values of a key. Immutable.
 *
 * @param <T> the type of the values
 */
public interface ValueType<T> {

    /**
     * Reads a value as Storm hands it over: from YAML, from Java, or from a command line. Text is never blank.
     *
     * @throws IllegalArgumentException if it is wrong; the message goes on from the value ("is not ...") and does not
     *     repeat it
     */
    T read(Object raw);

    /**
     * Checks a value that did not come as text.
     *
     * @throws IllegalArgumentException if it is out of range, with a message as that of {@link #read}
     */
    default T inRange(T value) {
        return value;
    }

    /** Returns the name of what a number counts, or of the kind of text that is expected. */
    String unit();

    /** Returns the allowed values in words. */
    String range();

    /** Returns the allowed values and the way to write them, for a message about a wrong one. */
    default String allowed() {
        return range();
    }

    /**
     * Returns the refusal of a value of a wrong kind. The value is not shown, since a list or a map may hold anything.
     */
    static IllegalArgumentException wrongKind(Object raw) {
        return new IllegalArgumentException("is " + kindOf(raw));
    }

    private static String kindOf(Object raw) {
        if (raw instanceof Iterable<?> || raw.getClass().isArray()) {
            return "a list";
        }
        if (raw instanceof Map<?, ?>) {
            return "a map";
        }
        if (raw instanceof Number) {
            return "a number, not text in quotes";
        }
        if (raw instanceof String) {
            return "text";
        }
        return raw instanceof Boolean ? "a flag" : "a " + raw.getClass().getSimpleName();
    }
}
