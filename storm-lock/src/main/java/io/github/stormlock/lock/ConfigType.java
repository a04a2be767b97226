package io.github.stormlock.lock;

/** How the values of a key are written and bounded. Immutable. */
interface ConfigType<T> {

    /**
     * Reads a value as Storm hands it over: from YAML, from Java, or from a command line.
     *
     * @throws IllegalArgumentException whose message goes on from the value ("is not ...") and does not repeat it
     */
    T read(Object raw);

    /** What a number counts, or what the text is. */
    String unit();

    /** Which values are allowed. */
    String range();

    /**
     * A value that did not come as text.
     *
     * @throws IllegalArgumentException as {@link #read} does
     */
    T inRange(T value);

    /** What kind of thing {@code raw} is, for a message that must not show it. */
    static String kindOf(Object raw) {
        if (raw instanceof Iterable<?> || raw instanceof Object[]) {
            return "a list";
        }
        if (raw instanceof java.util.Map<?, ?>) {
            return "a map";
        }
        if (raw instanceof Number) {
            return "a number";
        }
        return raw instanceof Boolean ? "true or false" : raw.getClass().getSimpleName();
    }
}
