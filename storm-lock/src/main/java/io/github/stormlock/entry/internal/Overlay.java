package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Named values as they were read, which never change, and over them what was changed since. So a copy costs only the
 * changes, and a value set back to what it was is no change. If a part of a collection was read, it knows which part,
 * and refuses to tell what lies outside. Not thread-safe; several threads may read it.
 */
public final class Overlay<V> implements Collected<Overlay<V>> {

    /** Adds to the arguments what a command needs to write one name. */
    public interface Writer<V> {
        void write(List<byte[]> arguments, String name, V value);
    }

    /** The most members that are known by name; then what was known before goes. */
    private static final int MOST_NAMED = 512;

    private final Map<String, V> read;
    private final @Nullable PartRead<V> part;
    private final Map<String, @Nullable V> changed;
    private final boolean readOnly;
    private int size;
    private boolean cleared;
    private boolean totalSeen;
    private boolean totalLost;

    /**
     * What is known where a part was read.
     *
     * @param existed true if the entry existed
     * @param total the number of its elements, or {@link #NOT_COUNTED}
     */
    public record PartRead<V>(Extent<V> extent, boolean existed, long total) {
        /** The elements were not counted. */
        public static final long NOT_COUNTED = -1;
    }

    private Overlay(
            Map<String, V> read,
            @Nullable PartRead<V> part,
            Map<String, @Nullable V> changed,
            int size,
            boolean readOnly) {
        this.read = read;
        this.part = part;
        this.changed = changed;
        this.readOnly = readOnly;
        this.size = size;
    }

    /** Returns an overlay without changes. Nobody may change the values any more. */
    public static <V> Overlay<V> of(Map<String, V> read) {
        return of(read, null);
    }

    /**
     * Returns an overlay as {@link #of(Map)} does.
     *
     * @param part the part that was read; {@code null} if that was all
     */
    public static <V> Overlay<V> of(Map<String, V> read, @Nullable PartRead<V> part) {
        return new Overlay<>(read, part, new LinkedHashMap<>(), read.size(), /* readOnly= */ false);
    }

    /** Returns a copy that shares the values as they were read. */
    @Override
    public Overlay<V> copy(boolean asReadOnly) {
        Overlay<V> copy = new Overlay<>(read, part, new LinkedHashMap<>(changed), size, asReadOnly);
        copy.cleared = cleared;
        copy.totalSeen = totalSeen;
        copy.totalLost = totalLost;
        return copy;
    }

    /** Returns an overlay without changes, as if what stands had just been read. */
    @Override
    public Overlay<V> reopened() {
        if (changed.isEmpty()) {
            return of(read, part);
        }
        Map<String, V> now = toMap();
        if (part == null) {
            return of(now);
        }
        Extent<V> extent = part.extent();
        return of(
                extent.cut(now),
                new PartRead<>(extent.next(now), exists(), counts() ? countedNow(part) : part.total()));
    }

    /** Returns an overlay without changes, as if these members had just been read. Those that nobody knows are absent. */
    public Overlay<V> named(Part.Members members) {
        Map<String, V> standing = new LinkedHashMap<>();
        for (String name : members.names()) {
            V value = get(name);
            if (value != null) {
                standing.put(name, value);
            }
        }
        long total = part != null && counts() ? countedNow(part) : PartRead.NOT_COUNTED;
        Overlay<V> named = of(standing, new PartRead<>(new NamedExtent<>(members), exists(), total));
        return readOnly ? named.copy(true) : named;
    }

    /** Returns what is known of named members after something newer became known of some of them. */
    public Overlay<V> merged(Overlay<V> newer) {
        if (part == null
                || newer.part == null
                || !newer.exists()
                || !(part.extent() instanceof NamedExtent<V> before)
                || !(newer.part.extent() instanceof NamedExtent<V> now)) {
            return newer;
        }
        Set<String> names = new HashSet<>(before.part().names());
        names.addAll(now.part().names());
        if (names.size() > MOST_NAMED) {
            return newer;
        }
        Map<String, V> all = new LinkedHashMap<>(read);
        all.keySet().removeAll(now.part().names());
        all.putAll(newer.read);
        Part.Members both = new Part.Members(names, now.part().sized());
        return of(all, new PartRead<>(new NamedExtent<>(both), /* existed= */ true, newer.part.total()));
    }

    /** Returns true if {@link #reopened} shows what a read would find now. */
    @Override
    public boolean isKnown() {
        return part == null || changed.isEmpty() || isKnown(part);
    }

    private boolean isKnown(PartRead<V> some) {
        // If all that is known is removed, nobody knows if the entry still exists.
        boolean gone = size == 0
                && some.existed()
                && hasRemoved()
                && !counts()
                && !some.extent().isAll();
        return !gone && !(totalLost && counts()) && some.extent().isKnown(this::toMap);
    }

    @Override
    public boolean isShared() {
        return part == null || readOnly;
    }

    @Override
    public void putBack(Overlay<V> cut, boolean seen) {
        totalSeen |= cut.totalSeen;
        totalLost |= cut.totalLost;
        cut.changed.forEach((name, value) -> {
            if (value == null) {
                remove(name, /* mayBeUnread= */ false);
            } else if (seen) {
                put(name, value);
            } else {
                putUnseen(name, value);
            }
        });
    }

    private boolean counts() {
        return part != null && part.total() != PartRead.NOT_COUNTED;
    }

    private long countedNow(PartRead<V> counted) {
        return counted.total() + size - read.size();
    }

    /** Returns true if the entry exists. If a part was read, there may be more than what is known. */
    @Override
    public boolean exists() {
        if (size > 0 || part == null || !part.existed() || part.extent().isAll()) {
            return size > 0;
        }
        return !counts() || countedNow(part) > 0;
    }

    /** Returns {@link #exists}, and notes what this depends on. */
    public boolean seeExists() {
        totalSeen |= size == 0 && counts();
        return exists();
    }

    /**
     * Returns the number of the entry's elements, and notes that it was seen.
     *
     * @throws IllegalStateException if they were not counted
     */
    public long total() {
        if (part == null) {
            return size;
        } else if (!counts()) {
            throw new IllegalStateException("The elements were not counted: the update reads "
                    + part.extent().part() + ", without andSize()");
        } else if (totalLost) {
            throw new IllegalStateException("The number of elements is not known after an element was set that "
                    + part.extent().part() + " does not read: name it in Part.members");
        }
        totalSeen = true;
        return countedNow(part);
    }

    /** Returns true if the number of the entry's elements was seen. */
    public boolean isTotalSeen() {
        return totalSeen;
    }

    /** Returns the part that was read; {@code null} if that was all. */
    @Nullable
    public PartRead<V> part() {
        return part;
    }

    private boolean isRead(String name) {
        return part == null || part.extent().isNamed(name) || read.containsKey(name);
    }

    /**
     * Refuses a look at a name that was neither read nor changed.
     *
     * @throws IllegalStateException if only a part was read, and not this name
     */
    public void requireRead(String name) {
        if (part != null && !isRead(name) && !isChanged(name)) {
            throw new IllegalStateException("Member " + Numbers.shown(name) + " was not read: the update reads "
                    + part.extent().part() + "; name it in Part.members");
        }
    }

    /**
     * Refuses what needs the whole collection.
     *
     * @param method the method that needs it
     * @param instead what to read for it
     * @throws IllegalStateException if only a part was read
     */
    public void requireWhole(String method, String instead) {
        if (part != null) {
            throw new IllegalStateException(
                    method + " is not possible where " + part.extent().part() + " is read: " + instead);
        }
    }

    /**
     * Refuses a change if this is for reading only. Every method that changes something calls it first.
     *
     * @throws UnsupportedOperationException if this is for reading only
     */
    public void refuseIfReadOnly() {
        if (readOnly) {
            throw Commands.readOnly();
        }
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

    public boolean isReadOnly() {
        return readOnly;
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
        refuseIfReadOnly();
        if (get(name) == null) {
            size++;
            totalLost |= !isRead(name) && !isChanged(name);
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
        refuseIfReadOnly();
        boolean present = get(name) != null;
        if (present) {
            size--;
        }
        if (mayBeUnread || read.containsKey(name) || !isRead(name)) {
            changed.put(name, null);
        } else {
            changed.remove(name);
        }
        return present;
    }

    public void clear() {
        refuseIfReadOnly();
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
        if (cleared && size == 0) {
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
