package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.jedis4.JedisLockProvider;
import redis.clients.jedis.RedisClient;

/** The locks of ShedLock. It does not wait, so it is asked again every millisecond while the lock is taken. */
final class ShedLocks implements Locks {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RedisClient redis;
    private final JedisLockProvider provider;

    ShedLocks(Target target) {
        this.redis = Clients.pooled(target);
        this.provider = new JedisLockProvider(redis, "locks");
    }

    @Override
    public Held lock(String key) {
        Optional<SimpleLock> lock = ask(key);
        while (lock.isEmpty()) {
            LockSupport.parkNanos(NAP_NANOS);
            lock = ask(key);
        }
        return lock.get()::unlock;
    }

    private Optional<SimpleLock> ask(String key) {
        return provider.lock(new LockConfiguration(Instant.now(), key, LEASE, Duration.ZERO));
    }

    @Override
    public void close() {
        redis.close();
    }
}
