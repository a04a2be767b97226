package io.github.stormlock.lock.internal.acquire;

import java.util.concurrent.locks.LockSupport;

/** The passing of time, so that tests may be its source. */
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

    /** As {@link System#nanoTime}. */
    long nanos();

    /** As {@link LockSupport#parkNanos(Object, long)}: may return early. */
    void park(Object blocker, long nanos);
}
