package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import redis.clients.jedis.RedisClient;

/** Reads and writes without a lock. This is as fast as a read-modify-write can be, and wrong as soon as two clients meet. */
final class UnguardedContender implements Contender {
    private final RedisClient redis;
    private final Computation computation;

    UnguardedContender(Target target, Computation computation) {
        this.computation = computation;
        this.redis = Clients.pooled(target);
    }

    @Override
    public void add(String key, int worker, long number) {
        redis.hset(key, FIELD, computation.plusOne(redis.hget(key, FIELD)));
    }

    @Override
    public void close() {
        redis.close();
    }
}
