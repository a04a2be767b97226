package io.github.stormlock.entry.internal;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of an entry with values by name that was read. Immutable.
 *
 * @param <V> the values
 */
public interface Extent<V> {
    /** Returns the names that were asked for; none if all were, or a range. */
    default Set<String> names() {
        return Set.of();
    }

    /** Returns true if it is a range, which is compared as a whole, so that nothing has come into it. */
    default boolean isRange() {
        return true;
    }

    /** Returns true if the name was asked for, so that it is known whether it stands. */
    default boolean isNamed(String name) {
        return false;
    }

    /** Returns true if there is no more than what was read. */
    boolean isAll();

    /**
     * Returns true if the part is known after some changes. A range is not, if what was read of it is not enough any
     * more.
     *
     * @param now what was read, with the changes
     */
    boolean isKnown(Map<String, V> now);

    /** Returns the part of what stands after some changes, in the order in which it would be read. */
    Map<String, V> cut(Map<String, V> now);

    /** Returns the extent of the part after some changes. */
    default Extent<V> next(Map<String, V> now) {
        return this;
    }

    /**
     * Returns true if the first or the last of all that is known is the first or the last of the entry, or of a range
     * that was named.
     *
     * @param last true for the last one
     * @param end that element; {@code null} if nothing is known to stand
     */
    boolean tellsEnd(boolean last, Map.@Nullable Entry<String, V> end);
}
