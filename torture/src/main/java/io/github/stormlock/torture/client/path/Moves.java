package io.github.stormlock.torture.client.path;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.torture.history.ChainLink;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Changes entries, and remembers for each update its place in the entry and the time when it ran first. Thread-safe. */
public final class Moves {
    public static final Set<String> FIELDS = Set.of(Entry.COUNT, Entry.LAST, Entry.TRIM);
    /** Another view of the same hash, with all fields that a move needs. */
    public static final Set<String> MORE_FIELDS = Set.of(Entry.COUNT, Entry.LAST, Entry.TRIM, "more");

    private static final int TRIMS_ONE_IN = 8;

    private final UpdateSteps steps;
    // The last run of an update is the one that is written, because each run before it was refused.
    private final Map<String, Long> places = new ConcurrentHashMap<>();
    private final Map<String, Long> runs = new ConcurrentHashMap<>();

    public Moves(UpdateSteps steps) {
        this.steps = steps;
    }

    public void move(HashEntry entry, String id) {
        ran(id);
        steps.at(UpdateSteps.ACQUIRED);
        long n = entry.getLong(Entry.COUNT) + 1;
        String before = entry.get(Entry.LAST, ChainLink.NOBODY);
        entry.set(Entry.COUNT, n);
        entry.set(Entry.LAST, id);
        entry.set(Entry.STEP + n, ChainLink.text(id, before));
        if (n % TRIMS_ONE_IN == 0) {
            trim(entry, id, n);
        }
        places.put(id, n);
        steps.at(UpdateSteps.COMPUTED);
    }

    /**
     * Sets a field or removes it, by turns: one command or two. The second may be refused. Then a field of the update's own
     * shows what the first command wrote.
     */
    private static void trim(HashEntry entry, String id, long n) {
        entry.set(Entry.WITNESS + id, n);
        if (entry.get(Entry.TRIM, "").isEmpty()) {
            entry.set(Entry.TRIM, id);
        } else {
            entry.remove(Entry.TRIM);
        }
    }

    public void move(ListEntry entry, String id) {
        ran(id);
        steps.at(UpdateSteps.ACQUIRED);
        String last = entry.peekLast();
        entry.addLast(ChainLink.text(id, last == null ? ChainLink.NOBODY : ChainLink.idOf(last)));
        places.put(id, (long) entry.size());
        steps.at(UpdateSteps.COMPUTED);
    }

    private void ran(String id) {
        runs.putIfAbsent(id, System.nanoTime());
    }

    /** Returns the time when an update that has ended ran first, and forgets it; 0 if it never ran here. */
    public long ranAt(String id) {
        Long ran = runs.remove(id);
        return ran == null ? 0 : ran;
    }

    /** Returns the place of an update that is done, and forgets it; 0 if it never ran here. */
    public long placeOf(String id) {
        Long place = places.remove(id);
        return place == null ? 0 : place;
    }
}
