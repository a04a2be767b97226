package io.github.stormlock.torture.client;

import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.Link;
import io.github.stormlock.torture.protocol.Steps;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What an update does to an entry, and the place that it took there when it ran last. Thread-safe. */
final class Moves {
    static final Set<String> FIELDS = Set.of(Entry.COUNT, Entry.LAST);

    private final Steps steps;
    // The last run of an update is the one that is written: each run before it was refused.
    private final Map<String, Long> places = new ConcurrentHashMap<>();

    Moves(Steps steps) {
        this.steps = steps;
    }

    void move(HashEntry entry, String id) {
        steps.at(Steps.ACQUIRED);
        long n = entry.getLong(Entry.COUNT) + 1;
        String before = entry.get(Entry.LAST, Link.NOBODY);
        entry.set(Entry.COUNT, n);
        entry.set(Entry.LAST, id);
        entry.set(Entry.STEP + n, Link.text(id, before));
        places.put(id, n);
        steps.at(Steps.COMPUTED);
    }

    void move(ListEntry entry, String id) {
        steps.at(Steps.ACQUIRED);
        String last = entry.peekLast();
        entry.addLast(Link.text(id, last == null ? Link.NOBODY : Link.idOf(last)));
        places.put(id, (long) entry.size());
        steps.at(Steps.COMPUTED);
    }

    /** The place of an update that is done; 0 if it never ran here. */
    long placeOf(String id) {
        Long place = places.remove(id);
        return place == null ? 0 : place;
    }
}
