package io.github.stormlock.internal.usercode;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Slows a thread down while Redis is in trouble, so that failed updates do not spin. For the bolts of this library.
 * Used by one thread.
 *
 * @hidden
 */
public final class BackOff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long next = FIRST_NANOS;

    /** Makes the next pause a short one again. */
    public void succeeded() {
        next = FIRST_NANOS;
    }

    /** {@return the next pause, in nanoseconds: 10 ms to 1 s} */
    public long nextNanos() {
        return next;
    }

    /**
     * Pauses for 10 ms at first, and each time for twice as long, up to a second. Does not pause once the thread is
     * interrupted.
     */
    public void pause() {
        long end = System.nanoTime() + next;
        for (long left = next; left > 0 && !Thread.currentThread().isInterrupted(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        next = Math.min(next * 2, LONGEST_NANOS);
    }
}
