package io.github.stormlock.torture.client;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.Link;
import io.github.stormlock.torture.protocol.Steps;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What an update does to an entry, the place that it took there when it ran last, and when it ran first. Thread-safe. */
final class Moves {
    static final Set<String> FIELDS = Set.of(Entry.COUNT, Entry.LAST, Entry.TRIM);
    /** Another view of the same hash, with all that a move needs. */
    static final Set<String> MORE_FIELDS = Set.of(Entry.COUNT, Entry.LAST, Entry.TRIM, "more");

    private static final int TRIMS_ONE_IN = 8;

    private final Steps steps;
    // The last run of an update is the one that is written: each run before it was refused.
    private final Map<String, Long> places = new ConcurrentHashMap<>();
    private final Map<String, Long> runs = new ConcurrentHashMap<>();

    Moves(Steps steps) {
        this.steps = steps;
    }

    void move(HashEntry entry, String id) {
        ran(id);
        steps.at(Steps.ACQUIRED);
        long n = entry.getLong(Entry.COUNT) + 1;
        String before = entry.get(Entry.LAST, Link.NOBODY);
        entry.set(Entry.COUNT, n);
        entry.set(Entry.LAST, id);
        entry.set(Entry.STEP + n, Link.text(id, before));
        if (n % TRIMS_ONE_IN == 0) {
            trim(entry, id, n);
        }
        places.put(id, n);
        steps.at(Steps.COMPUTED);
    }

    /** By turns one command and two, and the second may be refused: what the first wrote is then known by a field of its own. */
    private static void trim(HashEntry entry, String id, long n) {
        entry.set(Entry.WITNESS + id, n);
        if (entry.get(Entry.TRIM, "").isEmpty()) {
            entry.set(Entry.TRIM, id);
        } else {
            entry.remove(Entry.TRIM);
        }
    }

    void move(ListEntry entry, String id) {
        ran(id);
        steps.at(Steps.ACQUIRED);
        String last = entry.peekLast();
        entry.addLast(Link.text(id, last == null ? Link.NOBODY : Link.idOf(last)));
        places.put(id, (long) entry.size());
        steps.at(Steps.COMPUTED);
    }

    private void ran(String id) {
        Long unused = runs.putIfAbsent(id, System.nanoTime());
    }

    /** When an update that has ended ran first; 0 if it never ran here. */
    long ranAt(String id) {
        Long ran = runs.remove(id);
        return ran == null ? 0 : ran;
    }

    /** The place of an update that is done; 0 if it never ran here. */
    long placeOf(String id) {
        Long place = places.remove(id);
        return place == null ? 0 : place;
    }
}
