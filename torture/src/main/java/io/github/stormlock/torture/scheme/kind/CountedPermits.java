package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.lock.kind.Permits;
import java.util.Optional;
import redis.clients.jedis.RedisClient;

/** A semaphore by INCR and DECR. Permits have no owner: those of a dead client are gone, and a count that was lost is wrong. */
record CountedPermits(RedisClient redis) implements LockSource {
    /** The lease that a holder believes to have: it has one until it gives it back. */
    private static final long FOR_EVER_MILLIS = 60_000;

    @Override
    public Permits permits(String name, int size) {
        String key = "count:" + name;
        return new CarelessPermits(name, size, wanted -> () -> {
            long asked = System.nanoTime();
            if (redis.incrBy(key, wanted) <= size) {
                return Optional.of(CarelessLease.of(name, asked, FOR_EVER_MILLIS, () -> give(key, wanted)));
            }
            give(key, wanted);
            return Optional.empty();
        });
    }

    private void give(String key, int count) {
        redis.decrBy(key, count);
    }
}
