package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;

/** Reads and writes Redisson's map under Redisson's lock. */
final class RedissonContender implements Contender {
    private final RedissonClient redisson;
    private final Computation computation;

    RedissonContender(Target target, Computation computation) {
        this.computation = computation;
        this.redisson = Clients.redisson(target);
    }

    @Override
    public void add(String key, int worker, long number) {
        RLock lock = redisson.getLock("lock:" + key);
        lock.lock();
        try {
            RMap<String, String> entry = redisson.getMap(key);
            String old = entry.get(FIELD);
            entry.fastPut(FIELD, computation.plusOne(old));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
