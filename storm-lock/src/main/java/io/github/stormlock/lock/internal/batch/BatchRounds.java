package io.github.stormlock.lock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.acquire.EntryWaiters;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Attempts all parts of a batch in one round trip. Those for which only the lock is left are locked and read in a
 * second one, and committed in a third. An entry that is busy is tried again in the next round. It is never waited
 * for, so that two batches cannot wait for each other. Used by one thread.
 */
public final class BatchRounds {
    private static final int MOST_ROUNDS = 3;

    private final UpdateRuntime runtime;
    private final BatchForming forming;
    private final List<PendingUpdate<?>> rest = new ArrayList<>(0);

    /**
     * Creates the rounds of one run of a batch.
     *
     * @param waiter told when an entry is let go that another thread of this JVM leads; updates of such an entry are
     *     not tried again here. If it is {@code null}, they are tried again in the next round
     */
    public BatchRounds(UpdateRuntime runtime, EntryWaiters.@Nullable Waiter waiter) {
        this.runtime = runtime;
        this.forming = new BatchForming(runtime, waiter, rest);
    }

    /**
     * Makes the updates that can be made at once.
     *
     * @return those that are neither written, nor recognised as replays, nor failed, in their order
     */
    @CheckReturnValue
    public List<PendingUpdate<?>> run(List<PendingUpdate<?>> updates) {
        List<PendingUpdate<?>> open = updates;
        for (int round = 0; round < MOST_ROUNDS && !open.isEmpty(); round++) {
            round(open);
            open = inOrder(updates, List.copyOf(rest));
            rest.clear();
        }
        return open;
    }

    private static List<PendingUpdate<?>> inOrder(List<PendingUpdate<?>> updates, List<PendingUpdate<?>> some) {
        if (some.size() < 2) {
            return some;
        }
        Map<PendingUpdate<?>, Integer> places = new LinkedHashMap<>(2 * updates.size());
        updates.forEach(update -> places.put(update, places.size()));
        List<PendingUpdate<?>> ordered = new ArrayList<>(some);
        ordered.sort(Comparator.comparing(places::get));
        return ordered;
    }

    private void round(List<PendingUpdate<?>> open) {
        List<BatchPart> parts = forming.form(open);
        try {
            new BatchAttempts(runtime).run(parts);
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
    private void endAll(Iterator<BatchPart> parts) {
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
    private void lock(List<BatchPart> parts) {
        List<BatchLocking> locking = new ArrayList<>(0);
        for (BatchPart part : parts) {
            if (part.isOpen()) {
                locking.add(part.locking());
            }
        }
        if (!locking.isEmpty()) {
            new BatchExchange(runtime.locks()).run(locking);
        }
    }
}
