package io.github.stormlock.lock.internal.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.Printable;
import io.github.stormlock.redis.HashSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes the lock of several mutexes that are held together. */
public final class AllLocks {
    private static final int MOST = 64;

    private AllLocks() {}

    /**
     * Returns the lock of some mutexes. One script takes those of one slot. All clients take the slots in one order, and
     * the locks of a slot by the bytes of their names.
     *
     * @param cluster true if the locks may lie in several slots
     * @throws IllegalArgumentException if there are no locks, or more than 64, or a name comes twice
     */
    public static DistributedLock of(Shared shared, Collection<LockKeys> locks, Claimant claimant, boolean cluster) {
        if (locks.isEmpty() || locks.size() > MOST) {
            throw new IllegalArgumentException(
                    locks.size() + " locks are to be held together: 1 to " + MOST + " can be");
        }
        TreeSet<LockKeys> sorted = new TreeSet<>((one, two) -> Arrays.compareUnsigned(one.lockKey(), two.lockKey()));
        for (LockKeys lock : locks) {
            if (!sorted.add(lock)) {
                throw new IllegalArgumentException(
                        "the lock " + Printable.name(lock.entry()) + " comes twice among those to be held together");
            }
        }
        Map<Integer, List<LockKeys>> slots = new TreeMap<>();
        for (LockKeys lock : sorted) {
            int slot = cluster ? HashSlot.of(lock.entryKey()) : 0;
            slots.computeIfAbsent(slot, first -> new ArrayList<>(1)).add(lock);
        }
        List<Acquiring> parts = slots.values().stream()
                .map(slot -> new Acquiring(shared, LockKind.TOGETHER, slot, claimant))
                .toList();
        return new NamedLock(parts.size() == 1 ? parts.get(0) : new Spread(shared, parts));
    }
}
