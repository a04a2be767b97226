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
     * @throws IllegalArgumentException if there are no locks, or more than 64, a name comes twice, or they lie in several
     *     slots
     */
    public static DistributedLock of(Shared shared, Collection<String> names, Claimant claimant) {
        if (names.isEmpty() || names.size() > MOST) {
            throw new IllegalArgumentException(
                    names.size() + " locks are to be held together: 1 to " + MOST + " can be");
        }
        TreeSet<LockKeys> sorted = new TreeSet<>((one, two) -> Arrays.compareUnsigned(one.lockKey(), two.lockKey()));
        for (String name : names) {
            if (!sorted.add(shared.locks().keys(name))) {
                throw new IllegalArgumentException(
                        "the lock " + Printable.name(name) + " comes twice among those to be held together");
            }
        }
        if (shared.locks().port().isCluster()) {
            LockKeys.requireOneSlot(sorted, "locks", "take", "names", "");
        }
        return new NamedLock(new Acquiring(shared, LockKind.TOGETHER, List.copyOf(sorted), claimant));
    }
}
