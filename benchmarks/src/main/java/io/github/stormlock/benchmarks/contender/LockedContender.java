package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import redis.clients.jedis.RedisClient;

/** Reads and writes over Jedis, between lock and unlock. */
final class LockedContender implements Contender {
    private final Locks locks;
    private final RedisClient redis;
    private final Computation computation;

    LockedContender(Locks locks, Target target, Computation computation) {
        this.computation = computation;
        this.locks = locks;
        this.redis = Clients.pooled(target);
    }

    @Override
    public void add(String key, int worker, long number) {
        Locks.Held held = locks.lock(key);
        try {
            redis.hset(key, FIELD, computation.plusOne(redis.hget(key, FIELD)));
        } finally {
            held.unlock();
        }
    }

    @Override
    public void close() {
        redis.close();
        locks.close();
    }
}
