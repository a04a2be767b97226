package io.github.stormlock.benchmarks;

import redis.clients.jedis.RedisClient;

/** A read and a write with nothing around them: as fast as a read-modify-write can be, and wrong as soon as two meet. */
final class UnguardedContender implements Contender {
    private final RedisClient redis;

    UnguardedContender(Target target) {
        this.redis = Clients.pooled(target);
    }

    @Override
    public void add(String key, int worker, long number) {
        redis.hset(key, FIELD, Counts.plusOne(redis.hget(key, FIELD)));
    }

    @Override
    public void close() {
        redis.close();
    }
}
