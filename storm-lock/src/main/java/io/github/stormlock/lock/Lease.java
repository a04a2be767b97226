package io.github.stormlock.lock;

import java.time.Duration;

/**
 * One grant of a lock, renewed until it is closed, until {@code storm.lock.hold.max} has passed, or until nobody can
 * reach this object any more. Owned by whoever has the object, not by a thread. Thread-safe.
 *
 * <p>A lease is not a mutex: a holder that is paused past its end does not know it. What is written to Redis under it is
 * safe only through a guarded update; what is written elsewhere only where {@link #fence()} is checked.
 */
public interface Lease extends AutoCloseable {

    /** The unique name of this lease: the value under the lock's key. */
    String token();

    /**
     * A number greater than that of every earlier lease of this lock, for a resource that refuses lower ones. Asked for
     * once, with one round trip.
     *
     * @throws LeaseLostException if the lease has ended
     * @throws LockUnavailableException if Redis cannot be asked
     */
    long fence();

    /** How long the lease stands unless it is renewed again; zero once it has ended. */
    Duration remaining();

    /** Whether the lease stands, as far as this JVM knows. */
    boolean isHeld();

    /** Has {@code action} run, on a thread of the factory's, when the lease is lost; at once if it is lost already. */
    void onLost(Runnable action);

    /** Gives the lock back, in one round trip. Does nothing the second time, or once the lease is lost. Never throws. */
    @Override
    void close();
}
