package io.github.stormlock.internal.update;

import io.github.stormlock.lock.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Whoever is told of an update that he submitted, and for which no thread waits. One thread at a time calls it.
 *
 * @param <V> the view that its change is given
 */
public interface Submitted<V> {

    /**
     * Returns true if it is still to be made. It is asked each time before it is begun. If it returns false, it has settled
     * itself: it is not written, and is told nothing more.
     */
    boolean isWanted();

    /** Tells that it was begun and not made: nothing of it was written, and it will be begun again. */
    default void setAside() {}

    /**
     * Tells its outcome, or the reason why there is none. Throws nothing but a {@link VirtualMachineError}.
     *
     * @param failure what {@link io.github.stormlock.GuardedEntry#once} would have thrown
     */
    void settled(@Nullable Outcome<V> outcome, @Nullable Throwable failure);

    /**
     * Tells that nobody can make it: its owner or the factory has ended, or has no thread that waits for the entry. Nothing of
     * it was written.
     */
    void drop();
}
