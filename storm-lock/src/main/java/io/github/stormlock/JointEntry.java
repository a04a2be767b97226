package io.github.stormlock;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.draft.Views;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.read.PlainRead;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.redis.HashSlot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The views of several entries, which are changed or were read together. Each is changed through its own view. Used by
 * one thread, and of no use after the update that it was given to.
 */
public final class JointEntry {
    private static final int MOST_READ = 1_000;

    private final GroupTargets targets;
    private final Views views;

    private JointEntry(GroupTargets targets, Views views) {
        this.targets = targets;
        this.views = views;
    }

    static JointEntry of(GroupTargets targets, Views views) {
        return new JointEntry(targets, views);
    }

    /** Reads some entries in one round trip, those of one slot at one moment. */
    static JointEntry peek(FactoryRuntime runtime, List<GuardedEntry<?>> guards) {
        GroupTargets targets = targets(runtime, guards);
        boolean cluster = runtime.locks().port().isCluster();
        Map<Integer, List<EntryTarget<?>>> bySlot = new LinkedHashMap<>();
        for (EntryTarget<?> target : targets.all()) {
            int slot = cluster ? HashSlot.of(target.keys().entryKey()) : 0;
            bySlot.computeIfAbsent(slot, first -> new ArrayList<>()).add(target);
        }
        List<GroupTargets> groups = new ArrayList<>(bySlot.size());
        bySlot.values().forEach(some -> groups.add(GroupTargets.of(some)));
        List<List<PlainRead.Result>> results = GuardedEntries.read(runtime, groups);
        Map<String, PlainRead.Result> byKey = new HashMap<>(2 * targets.size());
        for (int i = 0; i < groups.size(); i++) {
            List<String> keys = groups.get(i).keys();
            for (int j = 0; j < keys.size(); j++) {
                byKey.put(keys.get(j), results.get(i).get(j));
            }
        }
        return read(targets, targets.keys().stream().map(byKey::get).toList());
    }

    private static GroupTargets targets(FactoryRuntime runtime, List<GuardedEntry<?>> guards) {
        if (guards.isEmpty() || guards.size() > MOST_READ) {
            throw new IllegalArgumentException("one call reads 1 to " + MOST_READ + " entries, not " + guards.size());
        }
        return GuardedEntries.targets(runtime, guards, "peekAll");
    }

    /** Returns entries as they were read, for reading only. */
    static JointEntry read(GroupTargets targets, List<PlainRead.Result> results) {
        List<ReadReply.Found> found = new ArrayList<>(results.size());
        results.forEach(result -> found.add(result.orThrow()));
        return new JointEntry(targets, targets.snapshot(found).open().settled().peeked());
    }

    /** Returns the same entries as they stand now, for reading only. */
    JointEntry settled() {
        return new JointEntry(targets, views.settled());
    }

    /** Returns the same entries as they stand now, to be changed apart; {@code null} if not all that they show is known. */
    @Nullable
    JointEntry copied() {
        return views.areKnown() ? new JointEntry(targets, views.reopened()) : null;
    }

    /** {@return the keys of the entries, in the order of their bytes} */
    public List<String> keys() {
        return targets.keys();
    }

    /**
     * {@return the view of one of the entries}
     *
     * @param <V> its type
     * @param entry a guard of the entry, of the same kind and part as the one that was named for this update
     * @throws IllegalArgumentException if the entry was not named, or by another kind or part
     */
    public <V> V get(GuardedEntry<V> entry) {
        return get(entry.key(), entry.guard().kind());
    }

    /**
     * {@return the view of one of the entries}
     *
     * @param <V> its type
     * @param entryKey the key of the entry
     * @param kind the kind of the entry, with the same part that was named for this update
     * @throws IllegalArgumentException if the entry was not named, or by another kind or part
     */
    public <V> V get(String entryKey, EntryKind<V> kind) {
        if (!targets.contains(entryKey)) {
            throw new IllegalArgumentException("the entry " + Printable.name(entryKey)
                    + " is none of those that are changed or read here: " + targets.name());
        }
        EntryTarget<?> target = targets.get(entryKey);
        if (!target.guard().kind().equals(kind)) {
            throw new IllegalArgumentException("the entry " + Printable.name(entryKey) + " was named as "
                    + described(target.guard().kind()) + ", and is asked for as " + described(kind));
        }
        return views.of(target, kind);
    }

    private static String described(EntryKind<?> kind) {
        return kind.redisType() + ", " + kind.part();
    }

    @Override
    public String toString() {
        return "entries " + targets.name();
    }
}
