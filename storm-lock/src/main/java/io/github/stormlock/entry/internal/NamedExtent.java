package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.Part;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The members that an update names. */
public record NamedExtent<V>(Part.Members part) implements Extent<V> {
    /** Stands for all parts that name members, where it is asked which updates may be written together. */
    private static final Part.Members ANY = Part.members(Set.of("any"));

    /** Returns what all parts that name members have in common. */
    public static Part.Members any(Part.Members part) {
        return part.sized() ? ANY.andSize() : ANY;
    }

    @Override
    public boolean isNamed(String name) {
        return part.names().contains(name);
    }

    @Override
    public boolean isKnown(Supplier<Map<String, V>> now) {
        return true;
    }

    @Override
    public Map<String, V> cut(Map<String, V> now) {
        if (part.names().containsAll(now.keySet())) {
            return now;
        }
        Map<String, V> named = new LinkedHashMap<>(now);
        named.keySet().retainAll(part.names());
        return named;
    }

    @Override
    public boolean tellsEnd(boolean last, Map.@Nullable Entry<String, V> end) {
        return false;
    }
}
