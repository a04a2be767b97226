package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of hashes.
 *
 * @param part the part that is read: all, or some fields
 */
record HashKind(Part part) implements NamedKind<Text, HashEntry> {
    private static final EntryCommand READ_ALL = new EntryCommand("HGETALL", List.of());
    private static final Words WORDS =
            new Words("hash", "field", "whole or by fields", "HLEN", "HMGET", "HSET", "HDEL");

    @Override
    public Words words() {
        return WORDS;
    }

    @Override
    public EntryKind<HashEntry> of(Part other) {
        return new HashKind(other);
    }

    @Override
    public boolean hasPart(Part other) {
        return other instanceof Part.Fields;
    }

    @Override
    public EntryCommand readAll() {
        return READ_ALL;
    }

    @Override
    public Map<String, Text> values(@Nullable Object answer) {
        return part.names().isEmpty()
                ? Commands.pairs(Commands.list(answer), Text::read)
                : Commands.named(part.names(), answer, Commands.orNull(Text::read));
    }

    @Override
    public byte @Nullable [] answer(@Nullable Text value) {
        return value == null ? null : value.bytes();
    }

    @Override
    public void write(List<byte[]> arguments, String field, Text value) {
        arguments.add(Utf8.encode(field));
        arguments.add(value.bytes());
    }

    @Override
    public int weight(Text value) {
        return value.weight();
    }

    @Override
    public boolean keepsTimes() {
        return true;
    }

    @Override
    public HashEntry view(NamedState<Text> state) {
        return new HashEntry(state);
    }
}
