package io.github.stormlock.lock;

import java.time.Duration;

/**
 * One grant of a lock, renewed until it is closed or nobody can reach this object any more, and never beyond
 * {@code storm.lock.hold.max}. It belongs to the object's holder, not to a thread. Thread-safe.
 *
 * <p>A lease is not a mutex: a holder that is paused past its end does not know it. What is written to Redis under it is
 * safe only through a guarded update; what is written elsewhere only where {@link #fence()} is checked.
 */
public interface Lease extends AutoCloseable {

    /** The unique name of this lease: the value under the lock's key. */
    String token();

    /**
     * A number greater than that of every earlier lease of this lock, for a resource that refuses lower ones. Asked for
     * once, with one round trip, or a second one if the first answer is lost.
     *
     * @throws LeaseLostException if the lease has ended
     * @throws LockUnavailableException if Redis cannot be asked
     */
    long fence();

    /** How long the lease stands unless it is renewed again; zero once it has ended. */
    Duration remaining();

    /** Whether the lease stands, as far as this JVM knows. */
    boolean isHeld();

    /**
     * Has {@code action} run, on a thread of the factory's, when the lease is lost; at once if it is lost already. A lease
     * that stands when its factory is closed is lost by that, also where the lock can be given back. What the action throws
     * is logged.
     */
    void onLost(Runnable action);

    /**
     * Gives the lock back, in one round trip. Does nothing the second time, or once the lease is lost. Never throws: without
     * an answer it returns after a second at most, and the release is sent again in the background until Redis answers, the
     * lease would have ended, or the factory is closed. Where Redis never hears it, the lock is free when its lease ends.
     */
    @Override
    void close();
}
