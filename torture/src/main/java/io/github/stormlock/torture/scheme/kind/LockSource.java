package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.List;

/** Makes locks of the kinds that are tortured. A careless one makes those of its own kind only. Thread-safe. */
public interface LockSource {
    default DistributedLock fair(String name) {
        throw none(name);
    }

    default DistributedReadWriteLock readWrite(String name) {
        throw none(name);
    }

    default Permits permits(String name, int size) {
        throw none(name);
    }

    default Latch latch(String name, int count, Duration kept) {
        throw none(name);
    }

    default DistributedLock all(List<String> names) {
        throw none(names.get(0));
    }

    default DistributedLock mutex(String name) {
        throw none(name);
    }

    private static UnsupportedOperationException none(String name) {
        return new UnsupportedOperationException("this control makes no such lock as " + name);
    }
}
