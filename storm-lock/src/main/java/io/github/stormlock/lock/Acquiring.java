package io.github.stormlock.lock;

import org.jspecify.annotations.Nullable;

/**
 * What is to be acquired.
 *
 * @param read how to read the entry in the same step, or {@code null} for the lock alone
 * @param leaseMillis how long the lease stands unless it is renewed
 * @param interruptible whether an interrupt ends the wait
 * @param contended tells that the lock was busy
 */
record Acquiring(
        LockKind kind,
        LockKeys keys,
        @Nullable ReadSpec read,
        long leaseMillis,
        boolean interruptible,
        GuardedEvents events,
        Runnable contended) {

    byte[] leaseBytes() {
        return Bytes.of(leaseMillis);
    }
}
