package io.github.stormlock.internal.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The named callers of one factory, such as the tasks of bolts, and the number of each, which stands in tokens.
 * Numbers rise in the order of first use; the log tells the name of each. There are as many numbers as three digits
 * of base 36 can name; later callers share the last one. Thread-safe.
 */
public final class Callers {
    /** The number of callers that gave no name. */
    public static final int NOBODY = 0;

    private static final Logger LOG = LoggerFactory.getLogger(Callers.class);
    private static final int MOST = 36 * 36 * 36;

    private final String factory;
    private final List<String> names = new ArrayList<>(List.of(""));
    private final Map<String, Integer> numbers = new HashMap<>(Map.of("", NOBODY));

    /**
     * Begins with no caller.
     *
     * @param factory the factory's part of tokens
     */
    Callers(String factory) {
        this.factory = factory;
    }

    /** Returns the number of a name, the same each time. */
    public synchronized int number(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        } else if (names.size() == MOST) {
            return MOST - 1;
        }
        int number = names.size();
        names.add(number == MOST - 1 ? "others" : name);
        numbers.put(name, number);
        LOG.info("{} is caller {} of factory {}", name, Integer.toString(number, Character.MAX_RADIX), factory);
        return number;
    }

    /** Returns the names of all numbers, in their order; empty for callers that gave no name. */
    public synchronized List<String> names() {
        return List.copyOf(names);
    }

    /** Returns the name of a number that was given here. */
    public synchronized String name(int number) {
        return names.get(number);
    }
}
