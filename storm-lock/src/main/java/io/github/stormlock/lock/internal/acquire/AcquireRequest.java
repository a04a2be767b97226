package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.ReadSpec;
import org.jspecify.annotations.Nullable;

/**
 * A request for a lock.
 *
 * @param claimant the caller and the purpose, as the token tells them
 * @param read how to read the entry in the same step, or {@code null} for the lock alone
 * @param leaseMillis how many milliseconds the lease stands unless it is renewed
 * @param interruptible true if an interrupt ends the wait
 * @param leastBudgetNanos how long a command may take at least, although the wait is over sooner: a caller that will
 *     retry does not cut off an answer that is on its way
 * @param contended run when the lock was busy
 */
public record AcquireRequest(
        LockKind kind,
        Claimant claimant,
        LockKeys keys,
        @Nullable ReadSpec read,
        long leaseMillis,
        boolean interruptible,
        SafeLockEvents events,
        long leastBudgetNanos,
        Runnable contended) {
    public static final long SHORTEST_BUDGET_NANOS = 1_000_000;

    /**
     * The first answer is awaited for this time at least, however short the wait, unless the command time-out is
     * shorter.
     */
    static final long FIRST_BUDGET_NANOS = 100_000_000;

    /**
     * Returns true if an answer was not awaited any longer because the wait was over. A socket counts in
     * milliseconds.
     */
    static boolean cutOff(long tookNanos, long budgetNanos) {
        return tookNanos >= budgetNanos - 1_000_000;
    }

    long leaseNanos() {
        return leaseMillis * 1_000_000;
    }

    byte[] leaseBytes() {
        return Bytes.of(leaseMillis);
    }
}
