package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.acquire.Troubles;
import java.time.Duration;
import java.util.List;

/**
 * Waits for the turns of some updates of one entry, one after the other, holding nothing meanwhile. Those that read the same
 * are written together. Used by one thread.
 */
public final class Singles<V> {
    private final UpdateRuntime runtime;

    public Singles(UpdateRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Returns when each is settled or has failed.
     *
     * @param updates of one entry, in order, each with the time since when it waits
     */
    public void run(List<PendingUpdate<V>> updates) {
        String entry = updates.get(0).keys().entry();
        EntryQueue queue = runtime.queues().enter(entry);
        try {
            updates.forEach(queue::enter);
            for (PendingUpdate<V> update : updates) {
                try {
                    Duration wait = update.plan().settings().waitMax();
                    long since = update.sinceNanos();
                    new Turn<>(runtime, queue, update, since, wait).take(since + wait.toNanos());
                } catch (Throwable t) {
                    // A fatal one too: nobody else attends to those behind it.
                    update.failed(t);
                }
            }
        } finally {
            runtime.queues().leave(entry);
        }
        for (PendingUpdate<V> update : updates) {
            Throwable failure = update.failure();
            if (failure != null && Troubles.isFatal(failure)) {
                throw Troubles.<RuntimeException>sneak(failure);
            }
        }
    }
}
