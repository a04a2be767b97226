package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.RedisLockFactory;
import java.time.Duration;

/** The library's plain locks. */
final class StormLocks implements Locks {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final RedisLockFactory locks;

    StormLocks(Target target) {
        this.locks = Clients.stormLock(target);
    }

    @Override
    public Held lock(String key) {
        Lease lease = locks.mutex(key).acquire(LONGEST_WAIT);
        return lease::close;
    }

    @Override
    public void close() {
        locks.close();
    }
}
