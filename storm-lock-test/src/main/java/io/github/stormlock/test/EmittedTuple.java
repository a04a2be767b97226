package io.github.stormlock.test;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a component emitted: by whom, on which stream, and its values by field, in order.
 *
 * @param values by field name; a value may be null
 */
public record EmittedTuple(String component, String stream, Map<String, @Nullable Object> values) {
    /** The value of a field; null if it is null or there is no such field. */
    public @Nullable Object get(String field) {
        return values.get(field);
    }
}
