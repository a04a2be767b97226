package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.internal.acquire.EntryWaiters;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attempts all entries of a batch in one round trip. Those for which only the lock is left are locked and read in a
 * second one, and committed in a third. An entry that is busy is tried again in the next round. It is never waited
 * for, so that two batches cannot wait for each other. Used by one thread, once.
 */
public final class BatchRounds<V> {
    private static final int MOST_ROUNDS = 3;

    private final UpdateRuntime runtime;
    private final EntryWaiters.@Nullable Waiter waiter;
    private final List<PendingUpdate<V>> rest = new ArrayList<>(0);
    private final List<PendingUpdate<V>> led = new ArrayList<>(0);

    /**
     * Creates the rounds of one run of a batch.
     *
     * @param waiter told when an entry is let go that another thread of this JVM leads; updates of such an entry are
     *     not tried again here. If it is {@code null}, they are tried again in the next round
     */
    public BatchRounds(UpdateRuntime runtime, EntryWaiters.@Nullable Waiter waiter) {
        this.runtime = runtime;
        this.waiter = waiter;
    }

    /**
     * Makes the updates that can be made at once.
     *
     * @return those that are neither written, nor recognised as replays, nor failed, in their order
     */
    public List<PendingUpdate<V>> run(List<PendingUpdate<V>> updates) {
        List<PendingUpdate<V>> open = updates;
        for (int round = 0; round < MOST_ROUNDS && !open.isEmpty(); round++) {
            round(open);
            putAsideLed();
            open = inOrder(updates, List.copyOf(rest));
            rest.clear();
        }
        if (led.isEmpty()) {
            return open;
        }
        led.addAll(open);
        return inOrder(updates, led);
    }

    /** Puts all updates of such an entry aside, since those behind the refused ones must not be made before them. */
    private void putAsideLed() {
        Set<String> entries = new HashSet<>(0);
        for (PendingUpdate<V> update : rest) {
            if (update.hasMetLeader()) {
                entries.add(update.keys().entry());
            }
        }
        if (!entries.isEmpty()) {
            rest.removeIf(update -> entries.contains(update.keys().entry()) && led.add(update));
        }
    }

    private static <V> List<PendingUpdate<V>> inOrder(List<PendingUpdate<V>> updates, List<PendingUpdate<V>> some) {
        if (some.size() < 2) {
            return some;
        }
        Map<PendingUpdate<V>, Integer> places = new LinkedHashMap<>(2 * updates.size());
        updates.forEach(update -> places.put(update, places.size()));
        List<PendingUpdate<V>> ordered = new ArrayList<>(some);
        ordered.sort(Comparator.comparing(places::get));
        return ordered;
    }

    private void round(List<PendingUpdate<V>> open) {
        List<BatchPart<V>> parts = new ArrayList<>();
        try {
            for (List<PendingUpdate<V>> updates : byEntry(open).values()) {
                BatchPart<V> part = new BatchPart<>(runtime, updates, rest::addAll);
                if (part.enter(waiter)) {
                    parts.add(part);
                }
            }
            new BatchAttempts<V>(runtime).run(parts);
            lock(parts);
        } catch (Throwable t) {
            parts.forEach(part -> part.endedBy(t));
            throw t;
        } finally {
            // Also after a fatal error: nobody else could lead these queues.
            endAll(parts.iterator());
        }
    }

    /** Ends all parts. If one cannot be ended, the others are ended all the same. */
    private void endAll(Iterator<BatchPart<V>> parts) {
        while (parts.hasNext()) {
            boolean ended = false;
            try {
                parts.next().end();
                ended = true;
            } finally {
                if (!ended) {
                    endAll(parts);
                }
            }
        }
    }

    /**
     * Takes the locks of all parts that are not over by now. What is granted stands for a lease, so nothing else
     * comes in between.
     */
    private void lock(List<BatchPart<V>> parts) {
        List<BatchLocking<V>> locking = new ArrayList<>(0);
        for (BatchPart<V> part : parts) {
            if (part.isOpen()) {
                locking.add(part.locking());
            }
        }
        if (!locking.isEmpty()) {
            new BatchExchange<V>(runtime.locks()).run(locking);
        }
    }

    private static <V> Map<String, List<PendingUpdate<V>>> byEntry(List<PendingUpdate<V>> updates) {
        Map<String, List<PendingUpdate<V>>> byEntry = new LinkedHashMap<>();
        for (PendingUpdate<V> update : updates) {
            byEntry.computeIfAbsent(update.keys().entry(), entry -> new ArrayList<>(1))
                    .add(update);
        }
        return byEntry;
    }
}
