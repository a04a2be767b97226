package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.DistributedLock;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Makes the lock of several mutexes that are held together. */
public final class AllLocks {
    private static final int MOST = 64;

    private AllLocks() {}

    /**
     * Returns the lock of some mutexes. One script takes them, in the order of the bytes of their names.
     *
     * @param cluster true if the locks could lie in several slots
     * @throws IllegalArgumentException if there are no locks, or more than 64, a name comes twice, or they lie in several
     *     slots
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
        if (cluster) {
            LockKeys.requireOneSlot(sorted, "locks", "take", "names", "");
        }
        return new NamedLock(new Acquiring(shared, LockKind.TOGETHER, List.copyOf(sorted), claimant));
    }
}
