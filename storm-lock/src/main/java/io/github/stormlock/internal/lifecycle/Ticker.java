package io.github.stormlock.internal.lifecycle;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
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

    /**
     * Returns the time at which a wait that begins now is over. A longer wait than a hundred years is cut, far from an
     * overflow.
     *
     * @throws IllegalArgumentException if {@code wait} is negative
     */
    default long deadline(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("the wait " + wait + " is negative");
        }
        return nanos() + Math.min(TimeUnit.NANOSECONDS.convert(wait), 3_153_600_000_000_000_000L);
    }

    /** Parks the thread as {@link LockSupport#parkNanos(Object, long)} does; may return early. */
    void park(Object blocker, long nanos);
}
