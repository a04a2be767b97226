package io.github.stormlock.lock.internal.runner;

import java.util.concurrent.TimeUnit;

/**
 * Counts the updates of a runner that are open: submitted, and not settled. If as many are open as may be, one more
 * waits for room. Thread-safe.
 */
public final class OpenUpdates {
    private final int most;
    private final Runnable full;
    private int count;
    private boolean closed;

    /**
     * Begins with none open.
     *
     * @param full told, on the thread that submits, that there is no room
     */
    public OpenUpdates(int most, Runnable full) {
        this.most = most;
        this.full = full;
    }

    /**
     * Opens one; waits while there is no room.
     *
     * @return false if there is no room in time, the thread is interrupted, or this is closed
     */
    public boolean enter(long waitNanos) {
        if (tryEnter()) {
            return true;
        }
        full.run();
        return await(waitNanos);
    }

    private synchronized boolean tryEnter() {
        if (closed || count >= most) {
            return false;
        }
        count++;
        return true;
    }

    private synchronized boolean await(long waitNanos) {
        long begun = System.nanoTime();
        try {
            while (count >= most && !closed) {
                long left = waitNanos - (System.nanoTime() - begun);
                if (left <= 0) {
                    return false;
                }
                // In milliseconds, rounded up: in nanoseconds, less than a millisecond would be no wait or an endless
                // one.
                wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return tryEnter();
    }

    public synchronized void leave() {
        count--;
        if (count < most) {
            notify();
        }
    }

    public synchronized int count() {
        return count;
    }

    /** Opens no more updates from here on. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
