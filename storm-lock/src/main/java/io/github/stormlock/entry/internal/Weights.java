package io.github.stormlock.entry.internal;

import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Estimates how many bytes of memory a remembered view takes. The bound is for the heap, where a small field costs more
 * for the objects around it than for its text.
 */
public final class Weights {
    private static final int VIEW_BYTES = 150;
    private static final int ELEMENT_BYTES = 150;

    private Weights() {}

    /** Returns the weight of values by name, each of which weighs as much as told beside its name. */
    public static <V> int ofNamed(Map<String, V> values, Set<String> names, ToIntFunction<V> ofValue) {
        long weight = VIEW_BYTES;
        for (Map.Entry<String, V> each : values.entrySet()) {
            weight += ELEMENT_BYTES + 2 * each.getKey().length() + ofValue.applyAsInt(each.getValue());
        }
        for (String name : names) {
            // One that is known to be absent takes memory, too.
            weight += values.containsKey(name) ? 0 : ELEMENT_BYTES + 2 * name.length();
        }
        return whole(weight);
    }

    public static int ofElements(Iterable<Text> elements) {
        long weight = VIEW_BYTES;
        for (Text element : elements) {
            weight += ELEMENT_BYTES + element.weight();
        }
        return whole(weight);
    }

    private static int whole(long weight) {
        return (int) Math.min(weight, Integer.MAX_VALUE);
    }
}
