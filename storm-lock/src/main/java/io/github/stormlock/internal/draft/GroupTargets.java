package io.github.stormlock.internal.draft;

import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries that are written in one step, mostly one, each once and in the order that all keep to: by the bytes of
 * their keys. Immutable.
 */
public final class GroupTargets {
    /** The most entries that one step writes. */
    public static final int MOST = 64;

    private final List<EntryTarget<?>> all;
    private final @Nullable Map<String, Integer> places;

    private GroupTargets(List<EntryTarget<?>> all) {
        this.all = all;
        this.places = all.size() == 1 ? null : new HashMap<>(2 * all.size());
        for (int i = 0; places != null && i < all.size(); i++) {
            places.put(all.get(i).entry(), i);
        }
    }

    /** Returns one entry. */
    public static GroupTargets of(EntryTarget<?> entry) {
        return new GroupTargets(List.of(entry));
    }

    /** Returns some entries, of which none comes twice. */
    public static GroupTargets of(List<? extends EntryTarget<?>> entries) {
        TreeMap<byte[], EntryTarget<?>> ordered = new TreeMap<>(Arrays::compareUnsigned);
        entries.forEach(entry -> ordered.put(entry.keys().entryKey(), entry));
        return new GroupTargets(List.copyOf(ordered.values()));
    }

    /** Returns these entries and those of another. An entry that both have is wanted by both in the same way. */
    public GroupTargets with(GroupTargets others) {
        if (others.all.stream().allMatch(other -> contains(other.entry()))) {
            return this;
        }
        List<EntryTarget<?>> both = new ArrayList<>(all);
        both.addAll(others.all);
        return of(both);
    }

    public List<EntryTarget<?>> all() {
        return all;
    }

    public EntryTarget<?> get(int index) {
        return all.get(index);
    }

    public int size() {
        return all.size();
    }

    public boolean isOne() {
        return all.size() == 1;
    }

    public boolean contains(String entry) {
        return places == null ? all.get(0).entry().equals(entry) : places.containsKey(entry);
    }

    /** Returns an entry that is one of them. */
    public EntryTarget<?> get(String entry) {
        return all.get(indexOf(entry));
    }

    /** Returns the place of an entry that is one of them. */
    int indexOf(String entry) {
        Integer place = places == null ? Integer.valueOf(0) : places.get(entry);
        if (place == null) {
            throw new IllegalArgumentException("the entry " + entry + " is none of " + name());
        }
        return place;
    }

    /** Returns the keys of all, in their order. */
    public List<String> keys() {
        return isOne()
                ? List.of(all.get(0).entry())
                : all.stream().map(EntryTarget::entry).toList();
    }

    /** Returns the key of the first entry, which remembers the events of updates of all. */
    public LockKeys home() {
        return all.get(0).keys();
    }

    /** Returns the keys of all but the first. */
    public List<LockKeys> others() {
        return isOne() ? List.of() : all.stream().skip(1).map(EntryTarget::keys).toList();
    }

    /** Returns the key of the entry, or of all, as shown to people. */
    public String name() {
        return isOne() ? all.get(0).entry() : locked().name();
    }

    /** Returns the key of one entry, or of all if the index is that of none. */
    public String name(int index) {
        return index < 0 ? name() : all.get(index).entry();
    }

    /** Returns the locks, and how to read the entries. */
    public Targets locked() {
        if (isOne()) {
            return Targets.entry(home(), all.get(0).guard().read());
        }
        return new Targets(
                all.stream().map(EntryTarget::keys).toList(),
                all.stream().map(entry -> entry.guard().read()).toList());
    }

    /** Returns the entries as they were read. */
    public GroupSnapshot snapshot(List<ReadReply.Found> read) {
        List<EntrySnapshot> snapshots = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            snapshots.add(all.get(i).snapshot(read.get(i)));
        }
        return new GroupSnapshot(this, snapshots);
    }

    /** Forgets what is remembered of all entries. */
    public void forget(RememberedEntries memory) {
        all.forEach(entry -> memory.forget(entry.entry(), entry.guard().kind()));
    }

    @Override
    public String toString() {
        return name();
    }
}
