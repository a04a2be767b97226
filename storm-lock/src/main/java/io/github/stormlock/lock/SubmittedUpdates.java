package io.github.stormlock.lock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Keeps the updates that a runner has not begun, those of each entry in the order in which they were submitted.
 * Entries take turns. So an entry with many updates, or slow ones, does not keep the others waiting until it is done.
 * Not thread-safe.
 */
final class SubmittedUpdates {
    /**
     * The longest time for which an entry is held back. After it the entry is looked at again, even if nobody has
     * freed it.
     */
    static final long LONGEST_HELD_NANOS = 1_000_000;

    private final Map<String, ArrayDeque<Submission<Object>>> byEntry = new LinkedHashMap<>();
    private final Map<String, Held> held = new HashMap<>(0);
    private final Set<String> freed = new HashSet<>(0);

    /** The updates of an entry that another thread of this JVM leads. */
    private record Held(ArrayDeque<Submission<Object>> updates, long sinceNanos) {}

    /** Returns true if no update can be taken. */
    boolean isEmpty() {
        return byEntry.isEmpty();
    }

    /** Returns true if an entry is held back. */
    boolean holdsBack() {
        return !held.isEmpty();
    }

    void add(Submission<Object> update) {
        Held back = held.isEmpty() ? null : held.get(update.entry().key());
        ArrayDeque<Submission<Object>> updates = back == null
                ? byEntry.computeIfAbsent(update.entry().key(), entry -> new ArrayDeque<>(1))
                : back.updates();
        updates.addLast(update);
    }

    /**
     * Puts updates of one entry back. The entry is not taken again until it is freed, or is old: see
     * {@link #freeOld}.
     */
    void holdBack(String entry, List<Submission<Object>> some, long now) {
        putBack(some);
        // The entry may have been let go since the updates were taken.
        if (!freed.contains(entry)) {
            held.put(entry, new Held(Objects.requireNonNull(byEntry.remove(entry)), now));
        }
    }

    /** Frees an entry that was let go. */
    void free(String entry) {
        Held back = held.remove(entry);
        if (back == null) {
            freed.add(entry);
        } else {
            byEntry.put(entry, back.updates());
        }
    }

    /** Frees the entries that were held back for {@link #LONGEST_HELD_NANOS}. */
    void freeOld(long now) {
        held.entrySet().removeIf(entry -> {
            boolean old = now - entry.getValue().sinceNanos() >= LONGEST_HELD_NANOS;
            if (old) {
                byEntry.put(entry.getKey(), entry.getValue().updates());
            }
            return old;
        });
    }

    /** Puts updates back that were taken, in their order, before those of the same entries that have come meanwhile. */
    void putBack(List<Submission<Object>> some) {
        for (int i = some.size() - 1; i >= 0; i--) {
            Submission<Object> update = some.get(i);
            byEntry.computeIfAbsent(update.entry().key(), entry -> new ArrayDeque<>(1))
                    .addFirst(update);
        }
    }

    /**
     * Takes updates of as many entries as possible, an equal share of each, and those of one entry in their order. An
     * entry with updates left comes last in the next round.
     *
     * @param mostEntries of how many entries to take at most, at least one
     * @param most how many to take at most, at least one
     */
    List<Submission<Object>> take(int mostEntries, int most) {
        // The set of freed entries concerns only the updates that were taken last.
        freed.clear();
        Map<String, ArrayDeque<Submission<Object>>> turns = new LinkedHashMap<>();
        Iterator<Map.Entry<String, ArrayDeque<Submission<Object>>>> entries =
                byEntry.entrySet().iterator();
        int have = Math.min(mostEntries, most);
        while (entries.hasNext() && turns.size() < have) {
            Map.Entry<String, ArrayDeque<Submission<Object>>> entry = entries.next();
            turns.put(entry.getKey(), entry.getValue());
            entries.remove();
        }
        List<Submission<Object>> taken = new ArrayList<>();
        // The second time for those that have more than their share, since not all entries had that many.
        int share = Math.max(1, most / Math.max(1, turns.size()));
        takeOfEach(turns.values(), share, most, taken);
        takeOfEach(turns.values(), most, most, taken);
        turns.values().removeIf(ArrayDeque::isEmpty);
        byEntry.putAll(turns);
        return taken;
    }

    private static void takeOfEach(
            Collection<ArrayDeque<Submission<Object>>> turns, int share, int most, List<Submission<Object>> taken) {
        for (ArrayDeque<Submission<Object>> updates : turns) {
            for (int i = 0; i < share && taken.size() < most && !updates.isEmpty(); i++) {
                taken.add(updates.removeFirst());
            }
        }
    }

    /** Takes all updates, those held back too. */
    List<Submission<Object>> takeAll() {
        List<Submission<Object>> all = new ArrayList<>();
        held.values().forEach(back -> all.addAll(back.updates()));
        byEntry.values().forEach(all::addAll);
        held.clear();
        byEntry.clear();
        return all;
    }
}
