package io.github.stormlock.config;

import java.util.Map;

/** How the values of a key are written and bounded. Immutable. */
interface ValueType<T> {

    /**
     * Reads a value as Storm hands it over: from YAML, from Java, or from a command line. Text is never blank.
     *
     * @throws IllegalArgumentException whose message goes on from the value ("is not ...") and does not repeat it
     */
    T read(Object raw);

    /**
     * Checks a value that did not come as text.
     *
     * @throws IllegalArgumentException as {@link #read} does
     */
    T inRange(T value);

    /** What a number counts, or what kind of text is due. */
    String unit();

    /** Which values are allowed. */
    String range();

    /** Which values are allowed and how they are written, for one who got it wrong. */
    default String allowed() {
        return range();
    }

    /** A refusal of a value of a wrong kind, which must not be shown, since a list or a map may hold anything. */
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
