package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.internal.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows which leases the calling thread has acquired. An update of the entry of that name takes the same lock, and
 * would wait for its own thread. Thread-safe.
 */
public final class OwnLeases {
    // One for each factory: locks of the same name in two servers are two locks.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Map<String, List<HeldLease>>> acquired = ThreadLocal.withInitial(HashMap::new);

    public void add(HeldLease lease) {
        Map<String, List<HeldLease>> own = acquired.get();
        // Cleans up now and then, since other threads may give back what this thread has acquired.
        if (Integer.bitCount(own.size()) == 1) {
            own.values().removeIf(known -> held(known) == null);
        }
        // A thread may read several times at once, so one more lease does not take the place of another that stands.
        for (LockKeys keys : lease.wanted().targets().keys()) {
            List<HeldLease> known = own.computeIfAbsent(keys.entry(), entry -> new ArrayList<>(1));
            known.removeIf(each -> !each.isHeld());
            known.add(lease);
        }
    }

    /** Returns one of these leases that is still held; {@code null} if none is. */
    private static @Nullable HeldLease held(List<HeldLease> leases) {
        for (HeldLease lease : leases) {
            if (lease.isHeld()) {
                return lease;
            }
        }
        return null;
    }

    /**
     * Refuses an update under a lock that the calling thread itself holds.
     *
     * @throws IllegalStateException if the calling thread has acquired one of these locks, and it is still held
     */
    public void refuse(Targets wanted) {
        Map<String, List<HeldLease>> own = acquired.get();
        if (own.isEmpty()) {
            return;
        }
        for (LockKeys keys : wanted.keys()) {
            HeldLease lease = held(own.getOrDefault(keys.entry(), List.of()));
            if (lease != null) {
                LockKind kind = lease.wanted().kind();
                throw new IllegalStateException(
                        "update of " + Printable.name(wanted.name()) + " under the " + kind + " "
                                + Printable.name(keys.entry())
                                + " that this thread has acquired: the update takes the same lock, and would"
                                + " wait for its own thread; "
                                + (kind.has(LockKind.Trait.GUARDS)
                                        ? "change the entry by guard.updateUnder(lease, change), give the lease back first, or take a"
                                                + " mutex of another name"
                                        : "give the lease back first, or take the mutex, the write lock or the fair lock of the"
                                                + " entry and change it by guard.updateUnder(lease, change)"));
            }
        }
    }

    /**
     * Refuses a wait for a read or write lock of which the calling thread itself holds a lease.
     *
     * @throws IllegalStateException if it does: it would wait for itself
     */
    public void refuseSecond(LockKind wanted, LockKeys keys) {
        HeldLease lease = held(acquired.get().getOrDefault(keys.entry(), List.of()));
        if (lease != null) {
            throw new IllegalStateException("this thread waits for the " + wanted + " "
                    + Printable.name(keys.entry()) + " and has acquired a lease of it, by a "
                    + lease.wanted().kind() + ": it would wait for itself; pass that lease on, or give it back first");
        }
    }
}
