package io.github.stormlock.lock.internal.acquire;

import java.util.concurrent.locks.LockSupport;

/** A source of time. Tests bring their own. */
public interface Ticker {
    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void park(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }
    };

    /** Returns the time in nanoseconds, as {@link System#nanoTime} does. */
    long nanos();

    /** Parks the thread as {@link LockSupport#parkNanos(Object, long)} does; may return early. */
    void park(Object blocker, long nanos);
}
