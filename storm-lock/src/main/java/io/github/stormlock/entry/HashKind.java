package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kind of hashes.
 *
 * @param fields the fields that are read; empty for all
 */
record HashKind(Set<String> fields) implements StateKind<HashState, HashEntry> {

    private static final HashKind WHOLE = new HashKind(Set.of());

    private static final EntryCommand READ_ALL = new EntryCommand("HGETALL", List.of());

    @Override
    public String redisType() {
        return "hash";
    }

    @Override
    public String sizeCommand() {
        return "HLEN";
    }

    @Override
    public EntryKind<HashEntry> only(Part part) {
        if (part instanceof Part.Fields some) {
            return new HashKind(some.names());
        } else if (part.equals(Part.whole())) {
            return WHOLE;
        }
        throw Commands.refuse(part, redisType(), "fields");
    }

    @Override
    public Part part() {
        return fields.isEmpty() ? Part.whole() : Part.fields(fields);
    }

    @Override
    public EntryKind<HashEntry> whole() {
        return WHOLE;
    }

    @Override
    public HashEntry cut(HashEntry view) {
        HashState all = view.state;
        HashState cut = all.cut(fields);
        return cut == all ? view : view(cut);
    }

    @Override
    public void putBack(HashEntry view, HashEntry cut) {
        view.state.putBack(cut.state);
    }

    @Override
    public HashEntry merged(HashEntry known, HashEntry newer) {
        return view(known.state.merged(newer.state));
    }

    @Override
    public EntryCommand read() {
        if (fields.isEmpty()) {
            return READ_ALL;
        }
        return new EntryCommand("HMGET", Commands.encoded(Commands.inOrder(fields)));
    }

    @Override
    public HashState opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        List<?> values = Commands.list(answer);
        Map<String, Text> read = fields.isEmpty()
                ? Commands.pairs(values, Text::read)
                : Commands.named(fields, values, value -> value == null ? null : Text.read(Commands.bytes(value)));
        return HashState.opened(exists, fields, read, forAttempt);
    }

    @Override
    public HashEntry view(HashState state) {
        return new HashEntry(state);
    }
}
