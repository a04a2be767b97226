package io.github.stormlock.torture.scheme;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.List;

/** Makes locks of the kinds that are tortured. A careless one makes those of its own kind only. Thread-safe. */
public interface LockSource {
    /** Returns the library's locks, unless this is a control. */
    default RedisLockFactory locks() {
        throw new UnsupportedOperationException("this control makes no locks of that kind");
    }

    default DistributedLock fair(String name) {
        return locks().fair(name);
    }

    default DistributedReadWriteLock readWrite(String name) {
        return locks().readWrite(name);
    }

    default Permits permits(String name, int size) {
        return locks().permits(name, size);
    }

    default Latch latch(String name, int count, Duration kept) {
        return locks().latch(name, count, kept);
    }

    default DistributedLock all(List<String> names) {
        return locks().all(names);
    }

    default DistributedLock mutex(String name) {
        return locks().mutex(name);
    }
}
