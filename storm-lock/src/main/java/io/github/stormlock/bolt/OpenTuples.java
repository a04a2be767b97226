package io.github.stormlock.bolt;

/**
 * Counts the tuples of a task that are open: executed, and neither acked nor failed. An executor with one more than may be
 * open waits for room, which is Storm's back-pressure. Thread-safe.
 */
final class OpenTuples {
    private final int most;
    private final Runnable full;
    private int count;
    private boolean closed;

    /** @param full is told, on the executor's thread, that there is no room */
    OpenTuples(int most, Runnable full) {
        this.most = most;
        this.full = full;
    }

    /**
     * Opens one; waits while there is no room.
     *
     * @return whether it is open; otherwise the thread is interrupted, or this is closed
     */
    boolean enter() {
        if (tryEnter()) {
            return true;
        }
        full.run();
        return await();
    }

    private synchronized boolean tryEnter() {
        if (closed || count >= most) {
            return false;
        }
        count++;
        return true;
    }

    private synchronized boolean await() {
        try {
            while (count >= most && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return tryEnter();
    }

    synchronized void leave(int some) {
        // One thread waits, the executor.
        if (count >= most) {
            notifyAll();
        }
        count -= some;
    }

    synchronized int count() {
        return count;
    }

    /** Lets nobody in any more. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
