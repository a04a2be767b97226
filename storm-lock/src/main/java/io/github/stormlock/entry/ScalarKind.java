package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of Redis strings, which differ in their views only. A string has one value, by a name that nobody sees. */
interface ScalarKind<V extends StateView<NamedState<Text>>> extends NamedKind<Text, V> {
    String NAME = "";

    EntryCommand READ = new EntryCommand("GET", List.of());
    Words WORDS = new Words("string", "value", "whole", "STRLEN", "GET", "SET", "DEL");
    byte[] KEEP_TTL = Commands.ascii("KEEPTTL");

    @Override
    default Words words() {
        return WORDS;
    }

    @Override
    default EntryKind<V> of(Part part) {
        return this;
    }

    @Override
    default boolean hasPart(Part part) {
        return false;
    }

    @Override
    default EntryCommand readAll() {
        return READ;
    }

    @Override
    default Map<String, Text> values(@Nullable Object answer) {
        return answer == null ? Map.of() : Map.of(NAME, Text.read(Commands.bytes(answer)));
    }

    @Override
    default byte @Nullable [] answer(@Nullable Text value) {
        return value == null ? null : value.bytes();
    }

    @Override
    default void write(List<byte[]> arguments, String name, Text value) {
        arguments.add(value.bytes());
        arguments.add(KEEP_TTL);
    }

    @Override
    default int weight(Text value) {
        return value.weight();
    }

    @Override
    default boolean isSingle() {
        return true;
    }

    @Override
    default void expectAll(List<Expectation> expected, Map<String, Text> read) {
        expected.add(new Expectation(READ, Collections.singletonList(answer(read.get(NAME)))));
    }

    @Override
    default void expect(List<Expectation> expected, Collection<String> names, Map<String, Text> read) {
        if (!names.isEmpty()) {
            expectAll(expected, read);
        }
    }

    /** The kind of strings that hold text or a number. */
    record OfText() implements ScalarKind<StringEntry> {
        @Override
        public StringEntry view(NamedState<Text> state) {
            return new StringEntry(state);
        }
    }

    /** The kind of strings that hold a value of one Java type. */
    record OfValue<T>(Codec<T> codec) implements ScalarKind<ValueEntry<T>> {
        @Override
        public ValueEntry<T> view(NamedState<Text> state) {
            return new ValueEntry<>(codec, state);
        }
    }
}
