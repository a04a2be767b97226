package io.github.stormlock.torture.client;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** A mutex that was taken, as a lease or as a {@link Lock}. Closed by the thread that took it. */
interface Held extends AutoCloseable {
    /** Its fence; 0 where it has none. */
    long fence();

    @Override
    void close();

    static Optional<Held> byLease(DistributedLock mutex, Duration patience) {
        return mutex.tryAcquire(patience).map(OfLease::new);
    }

    /** Taken twice by one thread, as it may be. */
    static Optional<Held> byThread(DistributedLock mutex, Duration patience) {
        Lock lock = mutex.asLock();
        try {
            if (!lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            lock.lock();
            return Optional.of(new OfThread(lock));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** See {@link #byLease}. */
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

    /** See {@link #byThread}. */
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
