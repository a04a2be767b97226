package io.github.stormlock.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** The lock of many tutorials: SET NX PX, a nap of 3 ms while it is taken, compare and delete in a script. */
final class TutorialContender implements Contender {
    private static final long LEASE_MILLIS = 30_000;
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final String RELEASE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private final RedisClient redis;
    private final String release;
    private final AtomicLong owners = new AtomicLong();

    TutorialContender(String host, int port, int pool) {
        this.redis = Clients.pooled(host, port, pool);
        this.release = redis.scriptLoad(RELEASE);
    }

    @Override
    public void add(String key, int worker, long number) {
        String lock = "lock:" + key;
        String owner = Long.toString(owners.incrementAndGet());
        SetParams ifFree = SetParams.setParams().nx().px(LEASE_MILLIS);
        while (redis.set(lock, owner, ifFree) == null) {
            LockSupport.parkNanos(NAP_NANOS);
        }
        redis.hset(key, FIELD, Counts.plusOne(redis.hget(key, FIELD)));
        if (!Long.valueOf(1).equals(redis.evalsha(release, List.of(lock), List.of(owner)))) {
            throw new IllegalStateException("the lock of " + key + " was lost");
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
