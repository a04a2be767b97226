package io.github.stormlock.internal.batch;

import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Attempts all parts of a batch in one round trip. Those for which only the lock is left are locked and read in a
 * second one, and committed in a third. An entry that is busy is never waited for. Used by one thread.
 */
public final class BatchRounds {
    private static final int MOST_ROUNDS = 3;

    private final UpdateRuntime runtime;
    private final BatchForming forming;
    /** A round that hangs gives back to it on another thread. */
    private final List<PendingUpdate<?>> rest = Collections.synchronizedList(new ArrayList<>(0));

    private final Consumer<List<PendingUpdate<?>>> letGo;

    /**
     * Creates the rounds of one run of a batch.
     *
     * @param letGo takes updates that leave the round before the others, which take long: they are settled, or were not
     *     sent. If one hangs, another thread calls this meanwhile
     */
    public BatchRounds(UpdateRuntime runtime, Consumer<List<PendingUpdate<?>>> letGo) {
        this.runtime = runtime;
        this.letGo = letGo;
        this.forming = new BatchForming(runtime, rest);
    }

    /**
     * Makes the updates that can be made without waiting for a lock. Each of these is told its outcome or its failure. Those
     * that are left have none. The first of each entry tells which of its entries is busy.
     *
     * @param updates in the order in which those of one entry are made; their lines are the calling thread's
     */
    public void run(List<PendingUpdate<?>> updates) {
        if (updates.isEmpty()) {
            return;
        }
        runtime.locks().checkServer(Long.MAX_VALUE);
        List<PendingUpdate<?>> open = updates;
        boolean isQuick = true;
        for (int round = 0; round < MOST_ROUNDS && isQuick && !open.isEmpty(); round++) {
            isQuick = round(open);
            open = inOrder(updates, List.copyOf(rest));
            rest.clear();
        }
    }

    private void letGo(List<PendingUpdate<?>> some) {
        rest.removeAll(some);
        letGo.accept(some);
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
            boolean isQuick = new BatchAttempts(runtime, this::letGo).run(parts);
            return lock(parts) && isQuick;
        } catch (Throwable t) {
            parts.forEach(part -> part.endedBy(t));
            throw t;
        } finally {
            // Also after a fatal error: what is not settled goes back.
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
     * Takes the locks of parts that are not over by now, and writes these.
     *
     * @return false if locks were given back since others took long
     */
    private boolean lock(List<BatchPart> parts) {
        List<BatchLocking> locking = new ArrayList<>(0);
        for (BatchPart part : parts) {
            if (part.isOpen()) {
                locking.add(part.locking());
            } else {
                part.end();
            }
        }
        return locking.isEmpty() || new BatchExchange(runtime, this::letGo).run(locking);
    }
}
