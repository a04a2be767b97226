package io.github.stormlock.test;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tuple that a component emitted, as {@link EmittedTuples} received it. Immutable, if the values are.
 *
 * @param component the id of the component that emitted it
 * @param stream the id of the stream that it came on
 * @param values the values by field name, in the order of the fields; a value may be null
 */
public record EmittedTuple(String component, String stream, Map<String, @Nullable Object> values) {
    /**
     * {@return the value of a field; null if the value is null or there is no such field}
     *
     * @param field the name of the field
     */
    public @Nullable Object get(String field) {
        return values.get(field);
    }
}
