package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's plain locks. */
final class RedissonLocks implements Locks {
    private final RedissonClient redisson;

    RedissonLocks(Target target) {
        this.redisson = Clients.redisson(target);
    }

    @Override
    public Held lock(String key) {
        RLock lock = redisson.getLock("lock:" + key);
        lock.lock();
        return lock::unlock;
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
