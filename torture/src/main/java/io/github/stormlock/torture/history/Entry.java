package io.github.stormlock.torture.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An entry as it was found at the end.
 *
 * @param chain the updates in it, in order
 * @param torn a description of what does not fit together in it; empty if everything does
 */
public record Entry(String key, List<ChainLink> chain, String torn) {
    public static final String COUNT = "n";
    public static final String LAST = "last";
    public static final String STEP = "u";
    /** The prefix of an update's own field, which holds the number of the update. */
    public static final String WITNESS = "w:";
    /** A field that updates set and remove by turns. */
    public static final String TRIM = "trim";

    public static Entry ofList(String key, List<String> elements) {
        return new Entry(key, elements.stream().map(ChainLink::parse).toList(), "");
    }

    /** Reads an entry from a hash that has a count, the id of the last update, and every update under its number. */
    public static Entry ofHash(String key, Map<String, String> fields) {
        List<ChainLink> chain = new ArrayList<>();
        for (String step = fields.get(STEP + 1); step != null; step = fields.get(STEP + (chain.size() + 1))) {
            chain.add(ChainLink.parse(step));
        }
        return new Entry(key, chain, torn(fields, chain));
    }

    private static String torn(Map<String, String> fields, List<ChainLink> chain) {
        String last =
                chain.isEmpty() ? ChainLink.NOBODY : chain.get(chain.size() - 1).id();
        String counted = fields.getOrDefault(COUNT, "0");
        String named = fields.getOrDefault(LAST, ChainLink.NOBODY);
        long steps = fields.keySet().stream().filter(Entry::isStep).count();
        if (steps != chain.size() || !counted.equals(Integer.toString(chain.size())) || !named.equals(last)) {
            return "it counts " + counted + " updates with " + named + " the last, but has " + steps
                    + ", numbered without a gap up to " + chain.size() + ", which is " + last;
        }
        return fields.keySet().stream()
                .filter(field -> field.startsWith(WITNESS))
                .filter(field -> !isAt(chain, field.substring(WITNESS.length()), fields.getOrDefault(field, "")))
                .findFirst()
                .map(field -> field.substring(WITNESS.length()) + " was written as number " + fields.get(field)
                        + ", where another is")
                .orElse("");
    }

    private static boolean isStep(String field) {
        return field.startsWith(STEP);
    }

    private static boolean isAt(List<ChainLink> chain, String id, String number) {
        int n = Integer.parseInt(number);
        return n <= chain.size() && chain.get(n - 1).id().equals(id);
    }
}
