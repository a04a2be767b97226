package io.github.stormlock.lock;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The entries that others of this JVM had in hand when a runner came to them, and since when. Used by the runner's thread. */
final class RefusedEntries {
    /** Far longer than a round; those who have an entry in hand all that time are waited for by threads, in its queue. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Map<String, Long> since = new HashMap<>(0);

    boolean isEmpty() {
        return since.isEmpty();
    }

    /**
     * The entry was refused.
     *
     * @param waitNanos how long its updates wait at most
     * @return whether it has been refused for too long
     */
    boolean isRefusedTooLong(String entry, long waitNanos, long now) {
        long refused = now - since.computeIfAbsent(entry, key -> now);
        return refused >= Math.min(LONGEST_NANOS, waitNanos / 4);
    }

    /** Some of its updates were made, or nobody has it in hand any more; returns whether it was refused before. */
    boolean forget(String entry) {
        return since.remove(entry) != null;
    }
}
