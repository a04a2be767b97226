package io.github.stormlock.torture.client.path;

import io.github.stormlock.lock.DistributedLock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;

/**
 * A mutex that is held, as a lease or as a {@link Lock}. The thread that took it closes it.
 *
 * @param fencing returns its fence; 0 if it has none
 */
record Held(LongSupplier fencing, Runnable release) implements AutoCloseable {
    long fence() {
        return fencing.getAsLong();
    }

    @Override
    public void close() {
        release.run();
    }

    static Optional<Held> byLease(DistributedLock mutex, Duration longestWait) {
        return mutex.tryAcquire(longestWait).map(lease -> new Held(lease::fence, lease::close));
    }

    /**
     * Takes the mutex twice on the calling thread, because a {@link Lock} is reentrant. Empty if it was not granted in time.
     */
    static Optional<Held> byThread(DistributedLock mutex, Duration longestWait) {
        Lock lock = mutex.asLock();
        try {
            if (!lock.tryLock(longestWait.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            lock.lock();
            return Optional.of(new Held(() -> 0, () -> {
                lock.unlock();
                lock.unlock();
            }));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
