package io.github.stormlock.internal.lines;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Somebody who submits updates: a task of a bolt, or all asynchronous callers of a factory. It bounds the updates that
 * are open, which are those submitted and not settled. One more waits for room. Thread-safe.
 *
 * <p>What its updates came to is told in the order in which they were written, by one thread at a time. So the emissions
 * of a task keep the order of its writes, although several threads write.
 *
 * @param <U> an update
 */
public final class Owner<U> {
    private final Lines<U> lines;
    private final Lane<U> lane;
    private final OpenUpdates open;
    private final ArrayDeque<Runnable> settled = new ArrayDeque<>();
    private boolean isTelling;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    Owner(Lines<U> lines, Lane<U> lane, int most, Consumer<String> full) {
        this.lines = lines;
        this.lane = lane;
        this.open = new OpenUpdates(most, () -> full.accept(fullest()));
    }

    /** Returns the lane of its bolt. */
    public Lane<U> lane() {
        return lane;
    }

    /**
     * Submits some updates, all or none of them; waits while too many are open. If they are more than may be open, they
     * wait until nothing else is.
     *
     * @return true if each will be settled or dropped; false if there is no room in time, this is closed, or the thread is
     *     interrupted
     * @throws VirtualMachineError if one was thrown by an earlier update: the JVM is in doubt
     */
    public boolean submit(List<U> updates, long waitNanos) {
        if (!open.enter(updates.size(), waitNanos)) {
            return false;
        }
        boolean taken = false;
        try {
            taken = lines.enter(this, updates);
            return taken;
        } finally {
            if (!taken) {
                left(updates.size());
            }
        }
    }

    /** Notes that some are not open any more. */
    public void left(int some) {
        open.leave(some);
    }

    /** Returns how many updates are open. */
    public int open() {
        return open.count();
    }

    boolean isClosed() {
        return isClosed.get();
    }

    /** Has the next submission throw an error that left the JVM in doubt, as if that had made the update. */
    public void failed(VirtualMachineError thrown) {
        open.failed(thrown);
    }

    /** Adds what is to be told, in the step that frees the lines of what was written. */
    void settle(Runnable telling) {
        synchronized (settled) {
            settled.add(telling);
        }
    }

    /** Returns true if something is settled, and nobody is telling. */
    boolean isUntold() {
        synchronized (settled) {
            return !isTelling && !settled.isEmpty();
        }
    }

    /**
     * Tells what is settled by now, unless another thread is at it: then that one tells it.
     *
     * @return true if more was settled meanwhile. The caller tells it after the results of others, which would wait for ever
     *     behind an owner that is always busy
     */
    boolean tellSettled() {
        List<Runnable> some;
        synchronized (settled) {
            some = isTelling ? List.of() : List.copyOf(settled);
            if (some.isEmpty()) {
                return false;
            }
            settled.clear();
            isTelling = true;
        }
        some.forEach(Runnable::run);
        synchronized (settled) {
            isTelling = false;
            return !settled.isEmpty();
        }
    }

    /**
     * Ends the submissions. Updates that nobody has in hand are dropped; the others end in their own way. Idempotent.
     */
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            open.close();
            lines.close(this);
            // No thread of its bolt may be left for what was settled last.
            boolean hasMore;
            do {
                hasMore = tellSettled();
            } while (hasMore);
        }
    }

    String fullest() {
        return lines.fullest(this);
    }
}
