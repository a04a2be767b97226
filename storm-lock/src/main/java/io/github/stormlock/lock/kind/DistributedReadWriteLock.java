package io.github.stormlock.lock.kind;

import io.github.stormlock.lock.DistributedLock;
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
     * {@return the same lock, owned by threads and reentrant in each} It behaves as {@link ReadWriteLock} documents, with
     * the differences of {@link DistributedLock#asLock}. The writer may lock for reading, too. If it then unlocks for
     * writing first, nobody else comes in until it has unlocked for reading. A reader that locks for writing is refused with
     * an {@link IllegalStateException}.
     */
    ReadWriteLock asReadWriteLock();
}
