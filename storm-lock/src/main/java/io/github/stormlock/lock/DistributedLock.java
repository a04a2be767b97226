package io.github.stormlock.lock;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/**
 * A named lock that excludes every other holder, in this program or in any other that keeps to it, on any machine.
 * Thread-safe; cheap to make.
 *
 * <p>It is not reentrant: a holder that acquires the same lock again waits for itself. {@link #asLock()} is
 * reentrant.
 */
public interface DistributedLock {

    /** {@return the name of the lock} A guarded update of the entry of that name takes the same lock. */
    String name();

    /**
     * Acquires the lock if that can be done in time.
     *
     * <p>One try at least is made: at once, or at the end of the wait if other threads wait in the same factory. Its
     * answer is awaited for 100 ms at least, or for the command time-out if that is shorter, so that a free lock is
     * granted however short the wait is. So a call may last that much longer than its wait. A try that the end of the
     * wait cuts off counts as not granted. A program that is no user of this library wakes nobody when it gives the
     * lock back. While such a program holds the lock, the caller tries again after 5 ms, and then at intervals that
     * double up to 100 ms.
     *
     * @param wait the longest wait for the grant; zero for one try
     * @return the lease, or nothing if the lock was not granted in time. A try without a wait is also refused while
     *     the lock is left free for clients that poll
     * @throws LockInterruptedException if the thread is interrupted; its interrupt flag stays set
     * @throws LockUnavailableException if Redis refuses, or is known not to answer: it refuses the connection, it let
     *     the command time-out pass, or two answers in a row were lost. One lost answer is forgiven. An outage that
     *     is noticed ends the wait before its time, in {@link #asLock()} too
     * @throws IllegalStateException if the calling thread is inside an update of any entry
     */
    @CheckReturnValue
    Optional<Lease> tryAcquire(Duration wait);

    /**
     * Acquires the lock.
     *
     * @param wait the longest wait for the grant; zero for one try
     * @return the lease, which stands until it is closed or lost
     * @throws LockTimeoutException if it was not granted within {@code wait}; otherwise as {@link #tryAcquire}
     */
    @CheckReturnValue
    Lease acquire(Duration wait);

    /**
     * {@return the same lock, owned by threads and reentrant in each} It behaves as {@link Lock} documents, with these
     * differences. It has no conditions. {@link Lock#unlock()} throws {@link LeaseLostException} if the lease was
     * lost before the outermost unlock, since what was done under it may have met another holder's work. Locking it
     * again after such a loss throws the same, or {@link IllegalStateException} once the factory is closed. An unlock
     * that Redis does not hear returns without an error, as {@link Lease#close} does.
     */
    Lock asLock();
}
