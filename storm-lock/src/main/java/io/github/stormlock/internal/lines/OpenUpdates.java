package io.github.stormlock.internal.lines;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the updates of a runner that are open: submitted, and not settled. If as many are open as may be, one more
 * waits for room. Thread-safe.
 */
public final class OpenUpdates {
    private final int most;
    private final Runnable full;
    private int count;
    private int waitsForMany;
    private boolean closed;
    private @Nullable VirtualMachineError fatal;

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
     * Opens some; waits while there is no room. If they are more than may be open, there is room when nothing else is.
     *
     * @return false if there is no room in time, the thread is interrupted, or this is closed
     * @throws VirtualMachineError if one {@link #failed} before
     */
    @CheckReturnValue
    public boolean enter(int some, long waitNanos) {
        if (tryEnter(some)) {
            return true;
        }
        full.run();
        return await(some, waitNanos);
    }

    /** Has the next submission throw an error that left the JVM in doubt, as if that had made the update. */
    public synchronized void failed(VirtualMachineError thrown) {
        fatal = thrown;
    }

    private boolean hasRoom(int some) {
        return count + some <= most || count == 0;
    }

    private synchronized boolean tryEnter(int some) {
        if (closed || !hasRoom(some)) {
            return false;
        }
        VirtualMachineError thrown = fatal;
        if (thrown != null) {
            fatal = null;
            throw thrown;
        }
        count += some;
        return true;
    }

    private synchronized boolean await(int some, long waitNanos) {
        long begun = System.nanoTime();
        waitsForMany += some > 1 ? 1 : 0;
        try {
            while (!hasRoom(some) && !closed) {
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
        } finally {
            waitsForMany -= some > 1 ? 1 : 0;
        }
        return tryEnter(some);
    }

    /** Notes that some are settled. */
    public synchronized void leave(int some) {
        count -= some;
        if (waitsForMany > 0) {
            // One that waits for much room must not swallow the message to another, which could go on.
            notifyAll();
        } else if (count < most) {
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
