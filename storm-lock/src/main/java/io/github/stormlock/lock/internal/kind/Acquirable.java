package io.github.stormlock.lock.internal.kind;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lock, or several that are taken together, of which leases are acquired. Its text tells it from all others. */
public interface Acquirable {

    /**
     * The outcome of a call that acquires.
     *
     * @param lease {@code null} if it was not granted in time
     * @param holder the holder then, as shown to people
     */
    record Taken(@Nullable OwnLease lease, String holder) {}

    /** Returns the locks that each thread owns. */
    Holds holds();

    String name();

    /**
     * Acquires a lease.
     *
     * @param owner the thread whose death ends the lease, or {@code null}
     */
    Taken take(long deadlineNanos, @Nullable Thread owner, boolean interruptible);

    /**
     * Returns the time of the ticker at which a wait that begins now is over.
     *
     * @throws IllegalArgumentException if {@code wait} is negative
     */
    long deadline(Duration wait);
}
