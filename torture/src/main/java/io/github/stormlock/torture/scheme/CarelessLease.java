package io.github.stormlock.torture.scheme;

import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lease that nobody renews.
 *
 * @param end the moment at which it ends, of {@link System#nanoTime}
 * @param release gives it back
 */
public record CarelessLease(String token, long end, Runnable release, AtomicBoolean closed) implements Lease {
    /** The lease that a holder believes to have if its lock has none: it has the lock until it gives it back. */
    static final long FOR_EVER_MILLIS = 60_000;

    /** Returns a lease from a moment on. */
    public static CarelessLease of(String token, long from, long millis, Runnable release) {
        return new CarelessLease(token, from + millis * 1_000_000, release, new AtomicBoolean());
    }

    @Override
    public long fence() {
        return 0;
    }

    @Override
    public Duration remaining() {
        return Duration.ofNanos(closed.get() ? 0 : Math.max(0, end - System.nanoTime()));
    }

    @Override
    public boolean isHeld() {
        return !remaining().isZero();
    }

    @Override
    public void onLost(Runnable action) {
        // Nobody finds out that it is lost.
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
