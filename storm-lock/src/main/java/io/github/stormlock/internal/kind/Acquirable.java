package io.github.stormlock.internal.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lock, or several that are taken together, of which leases are acquired. */
public interface Acquirable {

    /**
     * The outcome of a call that acquires.
     *
     * @param lease {@code null} if it was not granted in time
     * @param holder the holder then, as shown to people
     */
    record Taken(@Nullable OwnLease lease, String holder) {}

    /**
     * The name that tells a lock of a factory from all others. A text would not do: messages shorten names, and tell only some of
     * many.
     *
     * @param kind the kind of lock
     * @param names the names of all its locks, in their order
     */
    record Identity(String kind, List<String> names) {}

    /** Returns the locks that each thread owns. */
    Holds holds();

    Identity identity();

    String name();

    /** Returns the holder that {@link #take} told in words, where somebody tells who it is. */
    default String inWords(String holder) {
        return holder;
    }

    /**
     * Acquires a lease.
     *
     * @param wait the longest wait
     * @param owned true if the calling thread is to own the lock, so that a wait for itself would be for ever
     * @throws IllegalArgumentException if {@code wait} is negative
     */
    @CheckReturnValue
    Taken take(Duration wait, boolean owned, boolean interruptible);
}
