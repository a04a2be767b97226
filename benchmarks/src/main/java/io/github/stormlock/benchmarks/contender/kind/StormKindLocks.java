package io.github.stormlock.benchmarks.contender.kind;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.RedisLockFactory;
import java.time.Duration;

/** The library's locks of one kind. */
final class StormKindLocks implements Locks {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final RedisLockFactory locks;
    private final TimedKind kind;

    StormKindLocks(Target target, TimedKind kind) {
        this.locks = Clients.stormLock(target);
        this.kind = kind;
    }

    @Override
    public Held lock(String key) {
        return held(
                switch (kind) {
                    case MUTEX -> locks.mutex(key).acquire(LONGEST_WAIT);
                    case FAIR -> locks.fair(key).acquire(LONGEST_WAIT);
                    case WRITE -> locks.readWrite(key).write().acquire(LONGEST_WAIT);
                    case READ -> locks.readWrite(key).read().acquire(LONGEST_WAIT);
                    case PERMITS -> locks.permits(key, TimedKind.SIZE).acquire(1, LONGEST_WAIT);
                    case MULTI -> locks.all(key + "/1", key + "/2").acquire(LONGEST_WAIT);
                });
    }

    @Override
    public Held block(String key) {
        return switch (kind) {
            case READ -> held(locks.readWrite(key).write().acquire(LONGEST_WAIT));
            case PERMITS -> held(locks.permits(key, TimedKind.SIZE).acquire(TimedKind.SIZE, LONGEST_WAIT));
            case MUTEX, FAIR, WRITE, MULTI -> lock(key);
        };
    }

    private static Held held(Lease lease) {
        return lease::close;
    }

    @Override
    public void close() {
        locks.close();
    }
}
