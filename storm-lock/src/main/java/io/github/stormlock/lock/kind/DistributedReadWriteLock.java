package io.github.stormlock.lock.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A named lock that many readers hold together, or one writer alone, on any machine. Thread-safe; cheap to make.
 *
 * <p>The write lock is the mutex of the same name: each excludes the other, and an update of the entry of that name is a
 * write. A reader does not pass a writer that waits. When a writer ends, all readers that came before are let in together,
 * past the writers that wait. So neither starves.
 *
 * <p>There is no way from a read lease to a write lease: two that try would wait for each other. A thread that waits for
 * the write lock although it has acquired a read lease, or the other way round, would wait for itself. It is told at once
 * by an {@link IllegalStateException}.
 */
public interface DistributedReadWriteLock {

    /** {@return the name of the lock} */
    String name();

    /**
     * {@return the lock that readers hold together} Its leases have no fence, and no entry is changed under them. A thread
     * that has acquired one and has to wait for a second one, because a writer waits, would wait for itself: it is told by
     * an {@link IllegalStateException}. Pass the first one on instead.
     */
    DistributedLock read();

    /** {@return the lock of one writer} */
    DistributedLock write();

    /**
     * Makes a reader of a writer, in one step and one round trip. No writer gets in between. Readers that wait come in.
     *
     * @param writer a lease of {@link #write}; it has ended after this
     * @return the reader's lease
     * @throws LeaseLostException if the writer's lease has ended
     * @throws LockUnavailableException if Redis refuses or does not answer; both leases are given back in the background
     * @throws LockException otherwise, as Redis refuses
     * @throws IllegalArgumentException if the lease is of another lock
     */
    @CheckReturnValue
    Lease downgrade(Lease writer);

    /**
     * {@return the same lock, owned by threads and reentrant in each} It behaves as {@link ReadWriteLock} documents, with
     * the differences of {@link DistributedLock#asLock}. The writer may lock for reading, too. If it then unlocks for
     * writing first, it goes on as a reader. A reader that locks for writing is refused with an
     * {@link IllegalStateException}.
     */
    ReadWriteLock asReadWriteLock();
}
