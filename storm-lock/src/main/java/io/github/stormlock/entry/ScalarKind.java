package io.github.stormlock.entry;

import org.jspecify.annotations.Nullable;

/** The kinds of Redis strings, which differ in their views only. */
interface ScalarKind<V extends StateView<Scalar>> extends StateKind<Scalar, V> {
    @Override
    default String redisType() {
        return "string";
    }

    @Override
    default String sizeCommand() {
        return "STRLEN";
    }

    @Override
    default EntryCommand read() {
        return Scalar.READ;
    }

    @Override
    default Scalar opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        return Scalar.opened(answer, forAttempt);
    }

    /** The kind of strings that hold text or a number. */
    record OfText() implements ScalarKind<StringEntry> {
        @Override
        public StringEntry view(Scalar state) {
            return new StringEntry(state);
        }
    }

    /** The kind of strings that hold a value of one Java type. */
    record OfValue<T>(Codec<T> codec) implements ScalarKind<ValueEntry<T>> {
        @Override
        public ValueEntry<T> view(Scalar state) {
            return new ValueEntry<>(codec, state);
        }
    }
}
