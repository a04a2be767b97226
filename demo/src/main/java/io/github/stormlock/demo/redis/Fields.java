package io.github.stormlock.demo.redis;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads numbers in the fields of a hash; a field that is not there counts as 0. */
public final class Fields {
    private Fields() {}

    public static long number(@Nullable String value) {
        return value == null ? 0 : Long.parseLong(value);
    }

    public static long number(List<@Nullable String> values, int index) {
        return number(values.get(index));
    }

    public static long number(Map<String, String> hash, String field) {
        return number(hash.get(field));
    }

    /** Returns the fields that begin with {@code prefix}, without it. */
    public static SortedMap<String, Long> group(Map<String, String> hash, String prefix) {
        SortedMap<String, Long> group = new TreeMap<>();
        hash.forEach((field, value) -> {
            if (field.startsWith(prefix)) {
                group.put(field.substring(prefix.length()), number(value));
            }
        });
        return group;
    }
}
