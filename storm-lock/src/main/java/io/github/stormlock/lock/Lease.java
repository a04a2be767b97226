package io.github.stormlock.lock;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One grant of a lock. It is renewed until it is closed or nobody can reach this object any more, and never beyond
 * {@code storm.lock.hold.max}. It belongs to the holder of this object, not to a thread. Thread-safe.
 *
 * <p>A lease is not a mutex: a holder that is paused past its end does not know it. What is written to Redis under a
 * lease is safe only by {@link #update}, or by a guarded update of another entry. What is written elsewhere is safe only
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
     * the action throws is logged. A lease that nobody can reach any more tells nothing.
     *
     * @param action runs once at most
     */
    void onLost(Runnable action);

    /**
     * Changes the entry whose lock this is: that of the lock's own name. Redis writes it only if this lease stands in the
     * same step. The lease goes on. It takes two round trips, and waits only for another update under the same lease.
     *
     * <p>The change runs on the entry as it stands, and its result counts. It runs again only if the entry vanishes
     * before it is written, as by its expiry. A call of this library that waits for a lock is refused in it. What it
     * throws goes to the caller, and nothing is written.
     *
     * @param <V> the view of the entry
     * @param <R> the type of the result
     * @param guard the guard of the entry, from the factory of the lock; whether it is exclusive, and its lease, mean
     *     nothing here
     * @param change changes the view that it is given, and nothing else
     * @return what {@code change} returned
     * @throws LeaseLostException if the lease has ended; then nothing was written
     * @throws LockException as {@link Guard#update} throws it: an update without an event id whose answer is lost ends by
     *     {@link OutcomeUnknownException}
     * @throws IllegalArgumentException if the guard is of another entry, or of another factory
     * @throws UnsupportedOperationException if nothing is changed under its kind of lock: a read lock, permits, several
     *     locks
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or the factory is closed
     */
    default <V, R> R update(Guard<V> guard, Function<? super V, ? extends R> change) {
        return guard.updateUnder(this, change);
    }

    /**
     * Changes the entry as {@link #update} does, by a change that returns nothing.
     *
     * @param <V> the view of the entry
     * @param guard the guard of the entry
     * @param change changes the view that it is given, and nothing else
     */
    default <V> void change(Guard<V> guard, Consumer<? super V> change) {
        guard.updateUnder(this, Guard.returningNothing(change));
    }

    /**
     * Changes the entry as {@link #update} does, unless it remembers the event: see {@link Guard#once}. For a replay the
     * change does not run.
     *
     * @param <V> the view of the entry
     * @param guard the guard of the entry; its purpose scopes the event
     * @param event the event, or {@link EventId#none}
     * @param change changes the view that it is given, and nothing else
     * @return whether it was a replay, and the entry as it stands
     */
    default <V> Outcome<V> once(Guard<V> guard, EventId event, Consumer<? super V> change) {
        return guard.onceUnder(this, event, change);
    }

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
