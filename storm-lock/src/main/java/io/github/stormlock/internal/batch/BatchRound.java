package io.github.stormlock.internal.batch;

import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * One round of updates. It attempts all parts in one round trip. Those for which only the lock is left are locked and read in a
 * second one, and committed in a third. An entry that is busy is never waited for. Used by one thread.
 */
public final class BatchRound {
    private final UpdateRuntime runtime;
    private final Consumer<List<PendingUpdate<?>>> letGo;

    /**
     * @param letGo takes updates that leave the round before the others, which take long: they are settled, or were not
     *     sent. If one hangs, another thread calls this meanwhile
     */
    public BatchRound(UpdateRuntime runtime, Consumer<List<PendingUpdate<?>>> letGo) {
        this.runtime = runtime;
        this.letGo = letGo;
    }

    /**
     * Makes the updates that can be made without waiting for a lock. Each of these is told its outcome or its failure. Those
     * that are left have none, and wait as if they had not been taken. One whose entry is busy tells which.
     *
     * @param updates in the order in which those of one entry are made; their lines are the calling thread's
     */
    public void run(List<PendingUpdate<?>> updates) {
        if (updates.isEmpty()) {
            return;
        }
        runtime.locks().checkServer(Long.MAX_VALUE);
        List<BatchPart> parts = new BatchForming(runtime).form(updates);
        try {
            new BatchAttempts(runtime, letGo).run(parts);
            lock(parts);
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

    /** Takes the locks of parts that are not over by now, and writes these. */
    private void lock(List<BatchPart> parts) {
        List<BatchLocking> locking = new ArrayList<>(0);
        for (BatchPart part : parts) {
            if (part.isOpen()) {
                locking.add(part.locking());
            } else {
                part.end();
            }
        }
        if (!locking.isEmpty()) {
            new BatchExchange(runtime, letGo).run(locking);
        }
    }
}
