package io.github.stormlock.bolt;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Slows an executor down while Redis is in trouble, so that failed tuples do not spin. Used by the executor's thread. */
final class BackOff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long next = FIRST_NANOS;

    void succeeded() {
        next = FIRST_NANOS;
    }

    long nextNanos() {
        return next;
    }

    /** Pauses, each time twice as long, up to a second; not at all once the thread is interrupted. */
    void pause() {
        long end = System.nanoTime() + next;
        for (long left = next; left > 0 && !Thread.currentThread().isInterrupted(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
        }
        next = Math.min(next * 2, LONGEST_NANOS);
    }
}
