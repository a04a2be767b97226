package io.github.stormlock.internal.kind;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The locks that each thread owns, through all lock objects of one factory. Each thread sees its own only, so nothing
 * needs a guard. They go when the thread goes. Thread-safe.
 */
public final class Holds {
    // One for each factory: locks of the same name in two servers are two locks.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Map<Acquirable.Identity, Hold>> own = ThreadLocal.withInitial(HashMap::new);

    /** The lease of a thread, with a count of how often the thread has locked it. */
    static final class Hold {
        private final OwnLease lease;
        private int count = 1;

        private Hold(OwnLease lease) {
            this.lease = lease;
        }

        OwnLease lease() {
            return lease;
        }

        /**
         * Counts one more.
         *
         * @throws io.github.stormlock.lock.LeaseLostException if the lease was lost: another may hold the lock by now, and
         *     one more section under it would run beside the other's
         */
        void again() {
            lease.requireStanding();
            count++;
        }
    }

    /** Returns the hold of the calling thread; {@code null} if it has none. */
    @Nullable
    Hold of(Acquirable lock) {
        return own.get().get(lock.identity());
    }

    void begin(Acquirable lock, OwnLease lease) {
        own.get().put(lock.identity(), new Hold(lease));
    }

    /**
     * Counts one less.
     *
     * @return the lease if nothing that the thread owns is held by it any more; {@code null} otherwise
     * @throws IllegalMonitorStateException if the thread does not own it
     */
    @Nullable
    OwnLease end(Acquirable lock) {
        Hold hold = of(lock);
        if (hold == null) {
            throw new IllegalMonitorStateException(
                    lock + " is not held by " + Thread.currentThread().getName());
        }
        if (--hold.count > 0) {
            return null;
        }
        Map<Acquirable.Identity, Hold> left = own.get();
        left.remove(lock.identity());
        return left.values().stream().anyMatch(other -> other.lease == hold.lease) ? null : hold.lease;
    }
}
