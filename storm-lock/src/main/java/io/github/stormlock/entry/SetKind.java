package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Utf8;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of sets. Each member has the value {@code true}. SMEMBERS cannot be compared, because a set answers its members
 * in any order.
 *
 * @param part the part that is read: all, or some members
 */
record SetKind(Part part) implements NamedKind<Boolean, SetEntry> {
    private static final EntryCommand READ_ALL = new EntryCommand("SMEMBERS", List.of());
    private static final Words WORDS =
            new Words("set", "member", "whole or by members", "SCARD", "SMISMEMBER", "SADD", "SREM");
    private static final byte[] PRESENT = Commands.ascii("1");
    private static final byte[] ABSENT = Commands.ascii("0");

    @Override
    public Words words() {
        return WORDS;
    }

    @Override
    public EntryKind<SetEntry> of(Part other) {
        return new SetKind(other);
    }

    @Override
    public boolean hasPart(Part other) {
        return other instanceof Part.Members;
    }

    @Override
    public EntryCommand readAll() {
        return READ_ALL;
    }

    @Override
    public Map<String, Boolean> values(@Nullable Object answer) {
        if (!part.names().isEmpty()) {
            return Commands.named(part.names(), answer, in -> Long.valueOf(1).equals(in) ? true : null);
        }
        List<?> members = Commands.list(answer);
        Map<String, Boolean> read = new LinkedHashMap<>(members.size() * 2);
        for (Object member : members) {
            read.put(Utf8.decode(Commands.bytes(member)), true);
        }
        return read;
    }

    @Override
    public byte[] answer(@Nullable Boolean in) {
        return in == null ? ABSENT : PRESENT;
    }

    @Override
    public void write(List<byte[]> arguments, String member, Boolean in) {
        arguments.add(Utf8.encode(member));
    }

    @Override
    public SetEntry view(NamedState<Boolean> state) {
        return new SetEntry(state);
    }
}
