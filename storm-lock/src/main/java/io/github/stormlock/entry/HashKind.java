package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.StateKind;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of hashes, read whole or by named fields. */
record HashKind() implements StateKind<HashState, HashEntry> {

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
    public EntryCommand read(Set<String> fields) {
        if (fields.isEmpty()) {
            return READ_ALL;
        }
        if (fields.size() > EntryCommand.MAX_ARGUMENTS) {
            throw new IllegalArgumentException("At most " + EntryCommand.MAX_ARGUMENTS + " fields can be named, not "
                    + fields.size() + ": read the whole entry");
        }
        List<byte[]> names = new ArrayList<>(fields.size());
        for (String field : inOrder(fields)) {
            names.add(Utf8.encode(Utf8.check(field, "field")));
        }
        return new EntryCommand("HMGET", names);
    }

    @Override
    public HashState opened(boolean exists, @Nullable Object answer, Set<String> fields, boolean forAttempt) {
        List<?> values = Commands.list(answer);
        Map<String, Text> read = fields.isEmpty() ? all(values) : some(values, fields);
        return HashState.opened(exists, Set.copyOf(fields), read, forAttempt);
    }

    @Override
    public HashState state(HashEntry view) {
        return view.state();
    }

    @Override
    public HashEntry view(HashState state) {
        return new HashEntry(state);
    }

    private static Map<String, Text> all(List<?> namesAndValues) {
        Map<String, Text> read = new LinkedHashMap<>(namesAndValues.size());
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            String field = Utf8.decode(Commands.bytes(namesAndValues.get(i)));
            read.put(field, Text.read(Commands.bytes(namesAndValues.get(i + 1))));
        }
        return read;
    }

    private static Map<String, Text> some(List<?> values, Set<String> fields) {
        Map<String, Text> read = new LinkedHashMap<>();
        int i = 0;
        for (String field : inOrder(fields)) {
            Object value = i < values.size() ? values.get(i) : null;
            if (value != null) {
                read.put(field, Text.read(Commands.bytes(value)));
            }
            i++;
        }
        return read;
    }

    // The names are sorted, because two equal sets may iterate differently and the answer is read in the order of the
    // command.
    private static String[] inOrder(Set<String> fields) {
        String[] order = fields.toArray(new String[0]);
        Arrays.sort(order);
        return order;
    }
}
