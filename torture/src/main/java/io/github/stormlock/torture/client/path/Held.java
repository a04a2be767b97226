package io.github.stormlock.torture.client.path;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** A mutex that is held, as a lease or as a {@link Lock}. The thread that took it closes it. */
interface Held extends AutoCloseable {
    /** Returns its fence; 0 if it has none. */
    long fence();

    @Override
    void close();

    static Optional<Held> byLease(DistributedLock mutex, Duration longestWait) {
        return mutex.tryAcquire(longestWait).map(OfLease::new);
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
            return Optional.of(new OfThread(lock));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A mutex taken by {@link #byLease}. */
    record OfLease(Lease lease) implements Held {
        @Override
        public long fence() {
            return lease.fence();
        }

        @Override
        public void close() {
            lease.close();
        }
    }

    /** A mutex taken by {@link #byThread}. */
    record OfThread(Lock lock) implements Held {
        @Override
        public long fence() {
            return 0;
        }

        @Override
        public void close() {
            lock.unlock();
            lock.unlock();
        }
    }
}
