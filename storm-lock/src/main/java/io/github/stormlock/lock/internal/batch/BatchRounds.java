package io.github.stormlock.lock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
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
    static final int MOST_LOCKS = 256;

    private final UpdateRuntime runtime;
    private final BatchForming forming;
    /** A round that hangs gives back to it on another thread. */
    private final List<PendingUpdate<?>> rest = Collections.synchronizedList(new ArrayList<>(0));

    private final List<PendingUpdate<?>> recalled = new ArrayList<>(0);

    private int mostLocks;

    /**
     * Creates the rounds of one run of a batch.
     *
     * @param waiter told when an entry is let go that another thread of this JVM leads; updates of such an entry are
     *     not tried again here. If it is {@code null}, they are tried again in the next round
     * @param mostLocks how many locks to ask for in the first round
     */
    public BatchRounds(UpdateRuntime runtime, EntryWaiters.@Nullable Waiter waiter, int mostLocks) {
        this.runtime = runtime;
        this.mostLocks = mostLocks;
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
        boolean isQuick = true;
        for (int round = 0; round < MOST_ROUNDS && isQuick && !open.isEmpty(); round++) {
            isQuick = round(open);
            if (!recalled.isEmpty()) {
                // They are quick. Together with others that hang they would be computed in vain each time.
                List<PendingUpdate<?>> quick = inOrder(updates, List.copyOf(recalled));
                rest.removeAll(new HashSet<>(quick));
                boolean unused = round(quick);
                recalled.clear();
            }
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

    /** Returns false if updates were left since others took long. Who runs this settles what is made before it goes on. */
    private boolean round(List<PendingUpdate<?>> open) {
        List<BatchPart> parts = forming.form(open);
        try {
            boolean isQuick = new BatchAttempts(runtime, recalled).run(parts);
            return lock(parts) && isQuick;
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
     * Takes the locks of parts that are not over by now, and writes these. It asks for few at first, and for more if those
     * could be used. The other parts come in the next round, so that callers of their entries do not wait for this one.
     *
     * @return false if locks were given back since others took long
     */
    private boolean lock(List<BatchPart> parts) {
        List<BatchLocking> locking = new ArrayList<>(0);
        for (BatchPart part : parts) {
            if (part.isOpen() && locking.size() < mostLocks) {
                locking.add(part.locking());
            } else {
                part.end();
            }
        }
        if (locking.isEmpty()) {
            return true;
        }
        int used = new BatchExchange(runtime).run(locking);
        boolean isQuick = used == locking.size();
        mostLocks = isQuick ? Math.min(MOST_LOCKS, 2 * mostLocks) : used;
        return isQuick;
    }
}
