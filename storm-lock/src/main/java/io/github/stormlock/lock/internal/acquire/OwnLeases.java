package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.Printable;
import io.github.stormlock.lock.internal.protocol.Targets;
import java.util.HashMap;
import java.util.Map;

/**
 * Knows which leases the calling thread has acquired. An update of the entry of that name takes the same lock, and
 * would wait for its own thread. Thread-safe.
 */
public final class OwnLeases {
    // One for each factory: locks of the same name in two servers are two locks.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Map<String, HeldLease>> acquired = ThreadLocal.withInitial(HashMap::new);

    public void add(HeldLease lease) {
        Map<String, HeldLease> own = acquired.get();
        // Cleans up now and then, since other threads may give back what this thread has acquired.
        if (Integer.bitCount(own.size()) == 1) {
            own.values().removeIf(known -> !known.isHeld());
        }
        lease.wanted().targets().keys().forEach(keys -> own.put(keys.entry(), lease));
    }

    /**
     * Refuses an update under a lock that the calling thread itself holds.
     *
     * @throws IllegalStateException if the calling thread has acquired one of these locks, and it is still held
     */
    public void refuse(Targets wanted) {
        Map<String, HeldLease> own = acquired.get();
        if (own.isEmpty()) {
            return;
        }
        for (LockKeys keys : wanted.keys()) {
            HeldLease lease = own.get(keys.entry());
            if (lease != null && lease.isHeld()) {
                throw new IllegalStateException("update of " + Printable.name(wanted.name()) + " under the mutex "
                        + Printable.name(keys.entry())
                        + " that this thread has acquired: they are one lock, and the update would"
                        + " wait for its own thread; change the entry by lease.update(guard, change), give the lease back"
                        + " first, or take a mutex of another name");
            }
        }
    }

    /**
     * Refuses a wait for a read or write lock of which the calling thread itself holds a lease.
     *
     * @throws IllegalStateException if it does: it would wait for itself
     */
    public void refuseSecond(LockKind wanted, LockKeys keys) {
        HeldLease lease = acquired.get().get(keys.entry());
        if (lease != null && lease.isHeld()) {
            throw new IllegalStateException("this thread waits for the " + wanted + " "
                    + Printable.name(keys.entry()) + " and has acquired a lease of it, by a "
                    + lease.wanted().kind() + ": it would wait for itself; pass that lease on, or give it back first");
        }
    }
}
