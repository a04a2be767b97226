package io.github.stormlock.quorum;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.LockInterruptedException;

/**
 * The interrupts of a thread that waits. They end its wait, or are kept for later. The thread's flag is set again at the
 * end. For one thread.
 */
final class WaitInterrupts implements AutoCloseable {
    private final boolean ending;
    private boolean pending;

    /** @param ending true if an interrupt ends the wait */
    WaitInterrupts(boolean ending) {
        this.ending = ending;
    }

    /** Returns true if the wait is over. Clears the flag, so that the thread can go on parking. */
    @CheckReturnValue
    boolean endWait() {
        pending |= Thread.interrupted();
        return ending && pending;
    }

    void throwIfOver(String lock) {
        if (endWait()) {
            throw new LockInterruptedException(lock);
        }
    }

    /** Pauses until a time of the ticker, or throws once the wait is over. */
    void pause(Ticker ticker, long endNanos, String lock) {
        for (long left = endNanos - ticker.nanos(); left > 0; left = endNanos - ticker.nanos()) {
            throwIfOver(lock);
            ticker.park(this, left);
        }
    }

    @Override
    public void close() {
        if (pending) {
            Thread.currentThread().interrupt();
        }
    }
}
