package io.github.stormlock.entry.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names that an update names, or all.
 *
 * @param names the names; empty for all
 */
public record NamedExtent<V>(Set<String> names) implements Extent<V> {
    @Override
    public boolean isRange() {
        return false;
    }

    @Override
    public boolean isNamed(String name) {
        return isAll() || names.contains(name);
    }

    @Override
    public boolean isAll() {
        return names.isEmpty();
    }

    @Override
    public boolean isKnown(Map<String, V> now) {
        return true;
    }

    @Override
    public Map<String, V> cut(Map<String, V> now) {
        if (isAll() || names.containsAll(now.keySet())) {
            return now;
        }
        Map<String, V> named = new LinkedHashMap<>(now);
        named.keySet().retainAll(names);
        return named;
    }

    @Override
    public boolean tellsEnd(boolean last, Map.@Nullable Entry<String, V> end) {
        return isAll();
    }
}
