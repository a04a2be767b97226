package io.github.stormlock.lock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The updates that a runner has not begun, in the order in which they were submitted for each entry. Entries take turns: so
 * one that has many updates, or slow ones, does not keep the others waiting until it is done. Not thread-safe.
 */
final class SubmittedUpdates {
    /** An entry that nobody tells of is looked at again after so long. */
    static final long LONGEST_HELD_NANOS = 1_000_000;

    private final Map<String, ArrayDeque<Submission<Object>>> byEntry = new LinkedHashMap<>();
    private final Map<String, Held> held = new HashMap<>(0);
    private final Set<String> freed = new HashSet<>(0);

    /** The updates of an entry that others have in hand. */
    private record Held(ArrayDeque<Submission<Object>> updates, long sinceNanos) {}

    /** Whether none can be taken. */
    boolean isEmpty() {
        return byEntry.isEmpty();
    }

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

    /** Puts updates of one entry back, and does not take the entry again until it is freed, or is old: see {@link #freeOld}. */
    void holdBack(String entry, List<Submission<Object>> some, long now) {
        putBack(some);
        // It may have been let go since the updates were taken.
        if (!freed.contains(entry)) {
            held.put(entry, new Held(Objects.requireNonNull(byEntry.remove(entry)), now));
        }
    }

    /** The entry was let go. */
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

    /** Puts updates back that were taken, in their order, before those of the same entries that came meanwhile. */
    void putBack(List<Submission<Object>> some) {
        for (int i = some.size() - 1; i >= 0; i--) {
            Submission<Object> update = some.get(i);
            byEntry.computeIfAbsent(update.entry().key(), entry -> new ArrayDeque<>(1))
                    .addFirst(update);
        }
    }

    /**
     * Takes updates of as many entries as possible, and of each an equal share; those of one entry in their order. An entry
     * of which some are left comes last in the next round.
     *
     * @param most how many, at least one
     */
    List<Submission<Object>> take(int most) {
        // It is for the updates that were taken last.
        freed.clear();
        List<Submission<Object>> taken = new ArrayList<>();
        int share = Math.max(1, most / Math.max(1, byEntry.size()));
        while (taken.size() < most && !byEntry.isEmpty()) {
            takeOfEach(taken, share, most);
            // Not all entries had as many.
            share = most;
        }
        return taken;
    }

    private void takeOfEach(List<Submission<Object>> taken, int share, int most) {
        Map<String, ArrayDeque<Submission<Object>>> last = new LinkedHashMap<>();
        Iterator<Map.Entry<String, ArrayDeque<Submission<Object>>>> entries =
                byEntry.entrySet().iterator();
        while (entries.hasNext() && taken.size() < most) {
            Map.Entry<String, ArrayDeque<Submission<Object>>> entry = entries.next();
            ArrayDeque<Submission<Object>> updates = entry.getValue();
            for (int i = 0; i < share && taken.size() < most && !updates.isEmpty(); i++) {
                taken.add(updates.removeFirst());
            }
            entries.remove();
            if (!updates.isEmpty()) {
                last.put(entry.getKey(), updates);
            }
        }
        byEntry.putAll(last);
    }

    /** Takes all. */
    List<Submission<Object>> takeAll() {
        List<Submission<Object>> all = new ArrayList<>();
        held.values().forEach(back -> all.addAll(back.updates()));
        byEntry.values().forEach(all::addAll);
        held.clear();
        byEntry.clear();
        return all;
    }
}
