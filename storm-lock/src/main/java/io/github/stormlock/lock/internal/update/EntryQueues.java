package io.github.stormlock.lock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;

/** The queues of those entries that are in use. An entry that nobody uses has no queue. Thread-safe. */
public final class EntryQueues {
    private final ConcurrentMap<String, EntryQueue> queues = new ConcurrentHashMap<>();
    private final EntryWaiters waiters = new EntryWaiters();

    /** Returns the lines of those that wait for entries without a thread. */
    public EntryWaiters waiters() {
        return waiters;
    }

    /** Returns the queue of an entry and counts one more user of it. {@link #leave} has to follow. */
    @CheckReturnValue
    public EntryQueue enter(String entry) {
        return queues.compute(entry, (key, known) -> {
            EntryQueue queue = known == null ? new EntryQueue() : known;
            queue.users(1);
            return queue;
        });
    }

    /** Counts one user less; the queue goes with its last user. */
    public void leave(String entry) {
        queues.computeIfPresent(entry, (key, queue) -> queue.users(-1) == 0 ? null : queue);
    }

    /**
     * The updates that wait for their turn at one entry, as others see them. Immutable.
     *
     * @param thread the thread of the one that waits longest
     * @param sinceNanos since when it waits, by the ticker
     */
    public record Behind(Thread thread, long sinceNanos, int count) {}

    /**
     * An update that users' code computes without a lock, as others see it. Immutable.
     *
     * @param caller the number of its caller
     * @param behind how many others are computed with it or wait for their turn
     */
    public record Computing(Thread thread, int caller, long sinceNanos, int behind) {}

    /** Shows all entries in use, with their queues. */
    public void forEach(BiConsumer<String, EntryQueue> action) {
        queues.forEach(action);
    }

    /** Returns how many entries are in use. */
    public int size() {
        return queues.size();
    }
}
