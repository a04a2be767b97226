package io.github.stormlock.entry.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The order of the members of a sorted set: by score, then by the bytes of the member. */
public final class ScoreOrder {

    public static final Comparator<Map.Entry<String, Score>> ORDER = Comparator.comparingDouble(
                    (Map.Entry<String, Score> member) -> member.getValue().value())
            .thenComparing(Map.Entry::getKey, ScoreOrder::compareBytes);

    private ScoreOrder() {}

    /** Returns the members in their order, and at most so many of them. */
    static Map<String, Score> sorted(Map<String, Score> members, Comparator<Map.Entry<String, Score>> order, int most) {
        List<Map.Entry<String, Score>> sorted = new ArrayList<>(members.entrySet());
        sorted.sort(order);
        Map<String, Score> some = new LinkedHashMap<>(sorted.size() * 2);
        for (Map.Entry<String, Score> member : sorted.subList(0, Math.min(most, sorted.size()))) {
            some.put(member.getKey(), member.getValue());
        }
        return some;
    }

    /** Returns the members in their order. */
    public static Map<String, Score> sorted(Map<String, Score> members) {
        return sorted(members, ORDER, Integer.MAX_VALUE);
    }

    private static int compareBytes(String one, String other) {
        return Arrays.compareUnsigned(Utf8.encode(one), Utf8.encode(other));
    }
}
