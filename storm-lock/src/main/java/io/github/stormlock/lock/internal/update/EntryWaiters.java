package io.github.stormlock.lock.internal.update;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps lines of waiters for entries that other updates of this JVM lead. These waiters do not block a thread. When
 * an entry is let go, the waiter that has waited longest is told, and for a moment it goes before the others. Without
 * that, a runner that comes back at once would always be faster than one that has to wake up. Thread-safe.
 *
 * <p>Nothing depends on being told: a waiter that is not told in time looks again.
 */
public final class EntryWaiters {
    /**
     * The time that a waiter has to wake up and to end its round with other entries. If it does not come, the entry
     * stays idle for no longer than this.
     */
    private static final long HEAD_START_NANOS = 2_000_000;

    private final Map<String, Line> lines = new HashMap<>();
    private volatile boolean isEmpty = true;

    /** A party that waits for entries, such as a runner. */
    public interface Waiter {

        /** Tells that the entry was let go. The thread that let it go calls this, so it must not block. */
        void isFree(String entry);
    }

    /** The waiters for one entry; the one that was told is no longer among those that wait. */
    private static final class Line {
        private final ArrayDeque<Waiter> waiting = new ArrayDeque<>(1);
        private @Nullable Waiter told;
        private long toldNanos;

        private boolean isOver() {
            return waiting.isEmpty() && told == null;
        }
    }

    /** Returns true if no other waiter goes before this one. */
    public boolean mayTake(String entry, Waiter waiter, long now) {
        return isEmpty || isNext(entry, waiter, now);
    }

    /** Returns true if this waiter was told that the entry was let go, and has not taken it yet. */
    public boolean isTold(String entry, Waiter waiter) {
        return !isEmpty && isToldIn(entry, waiter);
    }

    private synchronized boolean isToldIn(String entry, Waiter waiter) {
        Line line = lines.get(entry);
        return line != null && line.told == waiter;
    }

    private synchronized boolean isNext(String entry, Waiter waiter, long now) {
        Line line = lines.get(entry);
        return line == null || line.told == null || line.told == waiter || now - line.toldNanos >= HEAD_START_NANOS;
    }

    /**
     * Adds a waiter at the end of an entry's line. Call this before the last look at the entry: the waiter is told if
     * the entry is let go after that look. A waiter that stands in the line already keeps its place.
     */
    public synchronized void enter(String entry, Waiter waiter) {
        Line line = lines.computeIfAbsent(entry, key -> new Line());
        isEmpty = false;
        if (line.told == waiter) {
            line.told = null;
        }
        if (!line.waiting.contains(waiter)) {
            line.waiting.addLast(waiter);
        }
    }

    /** Removes a waiter that has taken the entry, or does not want it any more. */
    public void leave(String entry, Waiter waiter) {
        if (!isEmpty) {
            remove(entry, waiter);
        }
    }

    private synchronized void remove(String entry, Waiter waiter) {
        Line line = lines.get(entry);
        if (line != null) {
            line.waiting.remove(waiter);
            line.told = line.told == waiter ? null : line.told;
            endIfOver(entry, line);
        }
    }

    private void endIfOver(String entry, Line line) {
        if (line.isOver()) {
            lines.remove(entry);
            isEmpty = lines.isEmpty();
        }
    }

    /** Tells the next waiter that the entry was let go, so that nobody leads its queue now. */
    public void letGo(String entry, long now) {
        if (isEmpty) {
            return;
        }
        Waiter next = next(entry, now);
        if (next != null) {
            next.isFree(entry);
        }
    }

    private synchronized @Nullable Waiter next(String entry, long now) {
        Line line = lines.get(entry);
        if (line == null) {
            return null;
        }
        line.told = line.waiting.pollFirst();
        line.toldNanos = now;
        endIfOver(entry, line);
        return line.told;
    }
}
