package io.github.stormlock.lock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The updates that a runner has not begun, in the order in which they were submitted for each entry. Entries take turns: so
 * one that has many updates, or slow ones, does not keep the others waiting until it is done. Not thread-safe.
 */
final class SubmittedUpdates {
    private final Map<String, ArrayDeque<Submission<Object>>> byEntry = new LinkedHashMap<>();

    boolean isEmpty() {
        return byEntry.isEmpty();
    }

    void add(Submission<Object> update) {
        byEntry.computeIfAbsent(update.entry().key(), entry -> new ArrayDeque<>(1))
                .addLast(update);
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
        byEntry.values().forEach(all::addAll);
        byEntry.clear();
        return all;
    }
}
