package io.github.stormlock.lock;

import java.time.Duration;

/**
 * One grant of a lock. It is renewed until it is closed, and never beyond {@code storm.lock.hold.max}. It belongs to the holder of this object, not to a thread. Thread-safe.
 *
 * <p>A lease is not a mutex: a holder that is paused past its end does not know it. What is written to Redis under a
 * lease is safe only by a guard's {@code updateUnder}, or by a guarded update of another entry. What is written elsewhere is safe only
 * where {@link #fence()} is checked.
 */
public interface Lease extends AutoCloseable {

    /** {@return the unique name of this lease: the value under the lock's key} */
    String token();

    /**
     * {@return a number greater than that of every earlier lease of this lock, for a resource that refuses lower ones}
     * The first call asks Redis in one round trip, or in a second one if the first answer is lost; later calls return
     * the same number.
     *
     * @throws LeaseLostException if the lease has ended
     * @throws LockUnavailableException if Redis cannot be asked
     * @throws UnsupportedOperationException if its kind of lock has no fence: a read lock, permits, several locks
     */
    long fence();

    /** {@return how long the lease stands unless it is renewed again; zero once it has ended} */
    Duration remaining();

    /** {@return true if the lease stands, as far as this JVM knows} */
    boolean isHeld();

    /**
     * Runs {@code action} on a thread of the factory when the lease is lost, or at once if it is lost already. If the
     * factory is closed while the lease stands, the lease counts as lost, even where the lock can be given back. What
     * the action throws is logged.
     *
     * @param action runs once at most
     */
    void onLost(Runnable action);

    /**
     * Gives the lock back, in one round trip. Does nothing the second time, or once the lease is lost. Never throws.
     *
     * <p>Without an answer it returns after a second at most. The release is then sent again in the background, until
     * Redis answers, the lease would have ended, or the factory is closed. If Redis never hears of it, the lock is
     * free when the lease ends.
     */
    @Override
    void close();
}
