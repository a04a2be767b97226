package io.github.stormlock.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * A named lock that excludes every program which keeps to it, on whatever machine. Thread-safe; cheap to make.
 *
 * <p>Not reentrant: who holds a lease and acquires the same lock again waits for itself. {@link #asLock()} is reentrant.
 */
public interface DistributedLock {

    /** What the lock is called; a guarded update of the entry of that name takes the same lock. */
    String name();

    /**
     * Acquires the lock if that can be done in time.
     *
     * @param wait the longest wait for the grant; zero for one try
     * @return the lease, or nothing if another held the lock all the time
     * @throws LockInterruptedException if the thread is interrupted; its interrupt flag stays set
     * @throws LockUnavailableException if Redis cannot be asked or refuses
     * @throws IllegalStateException if the calling thread is inside an update, of whatever entry
     */
    Optional<Lease> tryAcquire(Duration wait);

    /**
     * Acquires the lock.
     *
     * @throws LockTimeoutException if it was not granted within {@code wait}; otherwise as {@link #tryAcquire}
     */
    Lease acquire(Duration wait);

    /**
     * The same lock, owned by threads, and reentrant in each. As {@link Lock} documents, but: no conditions; and
     * {@link Lock#unlock()} throws {@link LeaseLostException} if the lease was lost before the outermost unlock, since what
     * was done under it may have met another holder's work. To lock again what the thread has lost throws it too, and
     * {@link IllegalStateException} once the factory is closed. An unlock that Redis does not hear returns without a word, as
     * {@link Lease#close} does.
     */
    Lock asLock();
}
