package io.github.stormlock.internal.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** A lock of one factory, or several that are taken together, of any kind that is acquired without further arguments. */
public final class NamedLock implements DistributedLock {
    private final Acquirable lock;
    private final Lock owned;

    public NamedLock(Acquirable lock) {
        this(lock, new ThreadOwnedLock(lock));
    }

    /**
     * Creates it for one side of a lock that has others.
     *
     * @param owned the side as threads own it
     */
    NamedLock(Acquirable lock, Lock owned) {
        this.lock = lock;
        this.owned = owned;
    }

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public Optional<Lease> tryAcquire(Duration wait) {
        return Optional.ofNullable(lock.take(wait, false, true).lease());
    }

    @Override
    public Lease acquire(Duration wait) {
        Acquirable.Taken taken = lock.take(wait, false, true);
        if (taken.lease() == null) {
            throw new LockTimeoutException(lock.name(), wait, lock.inWords(taken.holder()));
        }
        return taken.lease();
    }

    @Override
    public Lock asLock() {
        return owned;
    }

    @Override
    public String toString() {
        return lock.toString();
    }
}
