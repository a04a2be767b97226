package io.github.stormlock.lock.internal.update;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The queues of the entries that are in use, and of no others. Thread-safe. */
public final class EntryQueues {
    private final ConcurrentMap<String, EntryQueue> queues = new ConcurrentHashMap<>();
    private final EntryWaiters waiters = new EntryWaiters();

    /** The lines of those who wait for entries without a thread. */
    public EntryWaiters waiters() {
        return waiters;
    }

    /** The queue of an entry, with one user more. */
    public EntryQueue enter(String entry) {
        return queues.compute(entry, (key, known) -> {
            EntryQueue queue = known == null ? new EntryQueue() : known;
            int unused = queue.users(1);
            return queue;
        });
    }

    /** One user less. */
    public void leave(String entry) {
        EntryQueue unused = queues.computeIfPresent(entry, (key, queue) -> queue.users(-1) == 0 ? null : queue);
    }

    public int size() {
        return queues.size();
    }
}
