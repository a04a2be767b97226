package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.protocol.LockErrors;
import java.time.Duration;
import java.util.List;

/**
 * Makes some updates of one entry, each when its turn comes, one after the other. It holds nothing while it waits.
 * Updates that read the same are written together. Used by one thread.
 */
public final class QueuedUpdates {
    private final UpdateRuntime runtime;

    public QueuedUpdates(UpdateRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Makes the updates and returns when each is settled or has failed.
     *
     * @param updates of one entry, in order; each knows since when it has been waiting
     */
    public void run(List<PendingUpdate<?>> updates) {
        String entry = updates.get(0).entry();
        EntryQueue queue = runtime.queues().enter(entry);
        try {
            updates.forEach(queue::enter);
            for (PendingUpdate<?> update : updates) {
                try {
                    Duration wait = update.guard().settings().waitMax();
                    long since = update.sinceNanos();
                    new QueueWait(runtime, queue, update, since, wait).take(since + wait.toNanos());
                } catch (Throwable t) {
                    // A fatal error too is put aside until the end: nobody else makes the updates behind this one.
                    update.failed(t);
                }
            }
        } finally {
            runtime.queues().leave(entry);
        }
        for (PendingUpdate<?> update : updates) {
            Throwable failure = update.failure();
            if (failure != null && LockErrors.isFatal(failure)) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
        }
    }
}
