package io.github.stormlock.entry;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The fields of a hash as far as they were read, their changes, and what may be done with them. Not thread-safe. */
final class HashState {

    private final boolean existed;
    private final Set<String> selected;
    private final Overlay<Text> fields;

    private HashState(boolean existed, Set<String> selected, Overlay<Text> fields) {
        this.existed = existed;
        this.selected = selected;
        this.fields = fields;
    }

    /** Of what was read: of all fields if none are selected. */
    static HashState opened(boolean existed, Set<String> selected, Map<String, Text> read) {
        return new HashState(existed, selected, Overlay.of(read));
    }

    HashState copy(boolean asReadOnly) {
        return new HashState(existed, selected, fields.copy(asReadOnly));
    }

    HashState reopened() {
        return new HashState(exists(), selected, fields.reopened());
    }

    boolean exists() {
        return fields.size() > 0 || (existed && !selected.isEmpty());
    }

    int size() {
        return fields.size();
    }

    Map<String, Text> toMap() {
        return fields.toMap();
    }

    @Nullable
    Text get(String field) {
        Objects.requireNonNull(field, "field must not be null");
        Text value = fields.get(field);
        if (value == null && !isKnown(field)) {
            throw new IllegalStateException("Field " + Numbers.shown(field)
                    + " was not read: it is none of the fields that the update named, " + new TreeSet<>(selected));
        }
        return value;
    }

    /** As {@link #get}, for a change that depends on the value. */
    @Nullable
    String getToChange(String field) {
        fields.refuseIfReadOnly();
        Text value = get(field);
        return value == null ? null : value.toString();
    }

    void put(String field, String value) {
        fields.put(Utf8.check(field, "field"), Text.written(value));
    }

    boolean remove(String field) {
        return fields.remove(Utf8.check(field, "field"), !isSelected(field));
    }

    void clear() {
        fields.refuseIfReadOnly();
        if (!selected.isEmpty()) {
            throw new IllegalStateException("Only the fields " + new TreeSet<>(selected)
                    + " were read, so the others cannot be cleared: name no fields, or remove these");
        }
        fields.clear();
    }

    List<EntryCommand> changes() {
        return fields.changes("HSET", HashState::write, "HDEL");
    }

    private static void write(List<byte[]> arguments, String field, Text value) {
        arguments.add(Utf8.encode(field));
        arguments.add(value.bytes());
    }

    private boolean isSelected(String field) {
        return selected.isEmpty() || selected.contains(field);
    }

    private boolean isKnown(String field) {
        return isSelected(field) || fields.isChanged(field);
    }
}
