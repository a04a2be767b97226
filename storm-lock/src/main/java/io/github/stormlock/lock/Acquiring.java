package io.github.stormlock.lock;

import org.jspecify.annotations.Nullable;

/**
 * What is to be acquired.
 *
 * @param read how to read the entry in the same step, or {@code null} for the lock alone
 * @param leaseMillis how long the lease stands unless it is renewed
 * @param interruptible whether an interrupt ends the wait
 * @param leastBudgetNanos how long a command may take, although the wait is over sooner: who asks again later does not cut off
 *     an answer that is on its way
 * @param contended tells that the lock was busy
 */
record Acquiring(
        LockKind kind,
        LockKeys keys,
        @Nullable ReadSpec read,
        long leaseMillis,
        boolean interruptible,
        GuardedEvents events,
        long leastBudgetNanos,
        Runnable contended) {
    static final long SHORTEST_BUDGET_NANOS = 1_000_000;

    byte[] leaseBytes() {
        return Bytes.of(leaseMillis);
    }
}
