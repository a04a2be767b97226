package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** The locks of many tutorials: SET NX PX, a nap of 3 ms while the lock is taken, and a compare-and-delete in a script. */
final class TutorialLocks implements Locks {
    private static final long LEASE_MILLIS = 30_000;
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
    private static final String RELEASE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private final RedisClient redis;
    private final String release;
    private final String owner = UUID.randomUUID().toString();
    private final AtomicLong numbers = new AtomicLong();

    TutorialLocks(Target target) {
        this.redis = Clients.pooled(target);
        this.release = redis.scriptLoad(RELEASE);
    }

    @Override
    public Held lock(String key) {
        String lock = "lock:" + key;
        String token = owner + numbers.incrementAndGet();
        SetParams ifFree = SetParams.setParams().nx().px(LEASE_MILLIS);
        while (redis.set(lock, token, ifFree) == null) {
            LockSupport.parkNanos(NAP_NANOS);
        }
        return () -> unlock(lock, token);
    }

    private void unlock(String lock, String token) {
        if (!Long.valueOf(1).equals(redis.evalsha(release, List.of(lock), List.of(token)))) {
            throw new IllegalStateException("the lock " + lock + " was lost");
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
