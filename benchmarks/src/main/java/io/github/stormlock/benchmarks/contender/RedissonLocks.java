package io.github.stormlock.benchmarks.contender;

import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Redisson's plain locks. */
final class RedissonLocks implements Locks {
    private final RedissonClient redisson;

    RedissonLocks(Target target) {
        this.redisson = RedissonContender.connect(target);
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
