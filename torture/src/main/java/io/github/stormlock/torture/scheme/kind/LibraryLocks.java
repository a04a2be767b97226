package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.List;

/** The locks of the library. */
record LibraryLocks(RedisLockFactory locks) implements LockSource {
    @Override
    public DistributedLock fair(String name) {
        return locks.fair(name);
    }

    @Override
    public DistributedReadWriteLock readWrite(String name) {
        return locks.readWrite(name);
    }

    @Override
    public Permits permits(String name, int size) {
        return locks.permits(name, size);
    }

    @Override
    public Latch latch(String name, int count, Duration kept) {
        return locks.latch(name, count, kept);
    }

    @Override
    public DistributedLock all(List<String> names) {
        return locks.all(names);
    }

    @Override
    public DistributedLock mutex(String name) {
        return locks.mutex(name);
    }
}
