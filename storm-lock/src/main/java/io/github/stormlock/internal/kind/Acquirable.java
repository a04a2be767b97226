package io.github.stormlock.internal.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.lifecycle.Users;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lock, or several that are taken together, of which leases are acquired. */
public interface Acquirable {

    /**
     * The outcome of a call that acquires.
     *
     * @param lease {@code null} if it was not granted in time
     * @param holder the holder then, as shown to people
     */
    record Taken(@Nullable OwnLease lease, String holder) {

        /** Acquires by use of a connection. What is granted after the end of that is given back, and refused. */
        public static Taken whileOpen(Users users, Supplier<Taken> acquiring) {
            users.retain();
            try {
                Taken taken = acquiring.get();
                if (users.areClosed()) {
                    // A lease would end with the last of those under way, such as this one.
                    if (taken.lease != null) {
                        taken.lease.close();
                    }
                    throw users.closed();
                }
                return taken;
            } finally {
                users.letGo();
            }
        }
    }

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
