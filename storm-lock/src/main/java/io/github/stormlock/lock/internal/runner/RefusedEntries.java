package io.github.stormlock.lock.internal.runner;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Remembers the entries that another thread of this JVM led when a runner came to them, and since when. Used by the
 * runner's thread.
 */
public final class RefusedEntries {
    /**
     * The longest time for which an entry is tried again. It is far longer than a round. After it a thread waits for
     * the entry, in the entry's queue.
     */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Map<String, Long> since = new HashMap<>(0);

    public boolean isEmpty() {
        return since.isEmpty();
    }

    /**
     * Notes that an entry was refused.
     *
     * @param waitNanos how many nanoseconds its updates wait at most
     * @return true if it has been refused for too long
     */
    public boolean isRefusedTooLong(String entry, long waitNanos, long now) {
        long refused = now - since.computeIfAbsent(entry, key -> now);
        return refused >= longest(waitNanos);
    }

    /** Returns for how many nanoseconds an entry is tried again whose updates wait for so long at most. */
    private static long longest(long waitNanos) {
        return Math.min(LONGEST_NANOS, waitNanos / 4);
    }

    /**
     * Forgets an entry, since some of its updates were made or nobody leads it any more. Returns true if it was
     * refused before.
     */
    public boolean forget(String entry) {
        return since.remove(entry) != null;
    }
}
