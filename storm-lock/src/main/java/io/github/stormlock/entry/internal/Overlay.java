package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.EntryCommand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Named values as they were read, which never change, and over them what was changed since. So a copy costs only the
 * changes, and a value set back to what it was is no change. Not thread-safe; several threads may read it.
 */
public final class Overlay<V> {

    /** Adds to the arguments what a command needs to write one name. */
    public interface Writer<V> {
        void write(List<byte[]> arguments, String name, V value);
    }

    private final Map<String, V> read;
    private final Map<String, @Nullable V> changed;
    private int size;
    private boolean cleared;

    private Overlay(Map<String, V> read, Map<String, @Nullable V> changed, int size) {
        this.read = read;
        this.changed = changed;
        this.size = size;
    }

    /** Returns an overlay without changes. Nobody may change the values any more. */
    public static <V> Overlay<V> of(Map<String, V> read) {
        return new Overlay<>(read, new LinkedHashMap<>(), read.size());
    }

    /** Returns a copy that shares the values as they were read. */
    public Overlay<V> copy() {
        return new Overlay<>(read, new LinkedHashMap<>(changed), size);
    }

    /** Returns the value that stands, or {@code null} if none does. */
    @Nullable
    public V get(String name) {
        V value = changed.get(name);
        return value != null || changed.containsKey(name) ? value : read.get(name);
    }

    /** Returns the values as they were read, without the changes since. */
    public Map<String, V> read() {
        return read;
    }

    /** Returns the names that were put or removed since. */
    public Set<String> changed() {
        return changed.keySet();
    }

    public boolean isUnchanged() {
        return changed.isEmpty();
    }

    /** Returns true if a name was put that still stands. */
    public boolean hasPut() {
        for (V value : changed.values()) {
            if (value != null) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a name was removed. */
    public boolean hasRemoved() {
        return changed.containsValue(null);
    }

    public boolean isChanged(String name) {
        return changed.containsKey(name);
    }

    /** Returns how many values stand, of those that are known. */
    public int size() {
        return size;
    }

    /** Puts a value. If it is what was read, nothing is written. */
    public void put(String name, V value) {
        putUnseen(name, value);
        if (value.equals(read.get(name))) {
            changed.remove(name);
        }
    }

    /**
     * Puts a value as {@link #put} does. It is written even if it is what was read, because nobody looks whether that
     * still stands.
     */
    public void putUnseen(String name, V value) {
        if (get(name) == null) {
            size++;
        }
        changed.put(name, value);
    }

    /**
     * Removes a name. One that was read and was not there is not written as removed.
     *
     * @param mayBeUnread true if it may stand although it was not read
     * @return true if the name stood, as far as is known
     */
    public boolean remove(String name, boolean mayBeUnread) {
        boolean present = get(name) != null;
        if (present) {
            size--;
        }
        if (mayBeUnread || read.containsKey(name)) {
            changed.put(name, null);
        } else {
            changed.remove(name);
        }
        return present;
    }

    public void clear() {
        changed.clear();
        for (String name : read.keySet()) {
            changed.put(name, null);
        }
        size = 0;
        cleared = true;
    }

    /** Returns an unmodifiable copy of what stands, in the order read and with new names last. */
    public Map<String, V> toMap() {
        Map<String, V> all = new LinkedHashMap<>(read);
        changed.forEach((name, value) -> {
            if (value == null) {
                all.remove(name);
            } else {
                all.put(name, value);
            }
        });
        return Collections.unmodifiableMap(all);
    }

    /**
     * Returns the commands that write the changes. What is added comes before what is removed, so that an entry that
     * ends non-empty is never empty in between.
     */
    public List<EntryCommand> changes(String add, Writer<V> adding, String remove) {
        if (changed.isEmpty()) {
            return List.of();
        }
        if (size == 0 && (cleared || remove.equals(Commands.DELETE.name()))) {
            return List.of(Commands.DELETE);
        }
        List<byte[]> added = new ArrayList<>();
        List<byte[]> removed = new ArrayList<>();
        changed.forEach((name, value) -> {
            if (value == null) {
                removed.add(Utf8.encode(name));
            } else {
                adding.write(added, name, value);
            }
        });
        List<EntryCommand> commands = new ArrayList<>(2);
        Commands.addPieces(commands, add, added);
        Commands.addPieces(commands, remove, removed);
        return commands;
    }
}
