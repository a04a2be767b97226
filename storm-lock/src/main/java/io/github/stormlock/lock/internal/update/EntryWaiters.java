package io.github.stormlock.lock.internal.update;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait, without a thread, for entries that others of this JVM have in hand. When an entry is let go, the one that
 * waits longest is told, and goes before the others for a moment. Without that, a runner that comes back at once would always
 * be faster than one that has to wake up. Thread-safe.
 *
 * <p>Nothing rests on being told: who is not told in time looks again.
 */
public final class EntryWaiters {
    /** Time to wake up, and to end the round of other entries; an entry stays idle for no longer if nobody comes. */
    private static final long HEAD_START_NANOS = 2_000_000;

    private final Map<String, Line> lines = new HashMap<>();
    private volatile boolean isEmpty = true;

    /** Somebody who waits for entries. */
    public interface Waiter {

        /** The entry was let go. Called by the thread that let it go, so it must not wait. */
        void isFree(String entry);
    }

    /** Those who wait for one entry, without the one who was told. */
    private static final class Line {
        private final ArrayDeque<Waiter> waiting = new ArrayDeque<>(1);
        private @Nullable Waiter told;
        private long toldNanos;

        private boolean isOver() {
            return waiting.isEmpty() && told == null;
        }
    }

    /** Whether nobody else goes before this one. */
    public boolean mayTake(String entry, Waiter waiter, long now) {
        return isEmpty || isNext(entry, waiter, now);
    }

    private synchronized boolean isNext(String entry, Waiter waiter, long now) {
        Line line = lines.get(entry);
        return line == null || line.told == null || line.told == waiter || now - line.toldNanos >= HEAD_START_NANOS;
    }

    /**
     * Waits for the entry from now on, behind those who do already. To be called before a last look at it: what is let go
     * after that is told. Keeps its place if it waits already.
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

    /** It has taken the entry, or does not want it any more. */
    public void leave(String entry, Waiter waiter) {
        if (!isEmpty) {
            remove(entry, waiter);
        }
    }

    private synchronized void remove(String entry, Waiter waiter) {
        Line line = lines.get(entry);
        if (line != null) {
            boolean unused = line.waiting.remove(waiter);
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

    /** The entry was let go, and nobody has it in hand. */
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
