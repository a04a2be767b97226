package io.github.stormlock;

import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.lock.DistributedLock;

/** Makes locks of kinds that the public API does not offer. */
public final class LocksOfKind {
    private LocksOfKind() {}

    public static DistributedLock lock(RedisLockFactory factory, LockKind kind, String name) {
        return factory.lock(kind, name);
    }
}
