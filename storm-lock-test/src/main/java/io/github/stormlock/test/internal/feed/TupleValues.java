package io.github.stormlock.test.internal.feed;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a tuple, which are equal if arrays in them have equal elements. A bolt in another worker has a copy. */
record TupleValues(List<Object> values) {
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TupleValues others && Arrays.deepEquals(values.toArray(), others.values.toArray());
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(values.toArray());
    }

    @Override
    public String toString() {
        return Arrays.deepToString(values.toArray());
    }
}
