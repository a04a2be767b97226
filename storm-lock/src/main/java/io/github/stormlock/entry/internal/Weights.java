package io.github.stormlock.entry.internal;

import java.util.Map;

/**
 * Estimates how many bytes of memory a remembered view takes. The bound is for the heap, where a small field costs more
 * for the objects around it than for its text.
 */
public final class Weights {
    private static final int VIEW_BYTES = 150;
    private static final int ELEMENT_BYTES = 150;

    private Weights() {}

    public static int of(Text value) {
        return VIEW_BYTES + value.weight();
    }

    public static int none() {
        return VIEW_BYTES;
    }

    public static int ofTexts(Map<String, Text> fields) {
        long weight = VIEW_BYTES;
        for (Map.Entry<String, Text> field : fields.entrySet()) {
            weight += element(field.getKey()) + field.getValue().weight();
        }
        return whole(weight);
    }

    public static int ofNames(Iterable<String> names) {
        long weight = VIEW_BYTES;
        for (String name : names) {
            weight += element(name);
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

    private static int element(String name) {
        return ELEMENT_BYTES + 2 * name.length();
    }

    private static int whole(long weight) {
        return (int) Math.min(weight, Integer.MAX_VALUE);
    }
}
