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
     * <p>The first try is always made, and its answer is awaited for 100 ms at least, or for the command time-out if that is
     * shorter: a free lock is granted however short the wait. So a call may last that much longer than its wait. A try that the
     * end of the wait cuts off counts as not granted. A program that is no user of this library, and gives the lock back, wakes
     * nobody: the lock is looked at again after 5 ms, and then at intervals that double up to 100 ms.
     *
     * @param wait the longest wait for the grant; zero for one try
     * @return the lease, or nothing if it was not granted in time; a try with no wait is refused as well while the lock is left
     *     free for programs that poll
     * @throws LockInterruptedException if the thread is interrupted; its interrupt flag stays set
     * @throws LockUnavailableException if Redis refuses, or is known not to answer: it refuses the connection, it let the
     *     command time-out pass, or two answers in a row were lost. One lost answer is forgiven; an outage that is noticed ends
     *     the wait before its time, in {@link #asLock()} too
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
