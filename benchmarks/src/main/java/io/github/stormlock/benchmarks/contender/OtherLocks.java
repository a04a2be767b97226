package io.github.stormlock.benchmarks.contender;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.jedis4.JedisLockProvider;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** Mutexes of others. */
final class OtherLocks {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private OtherLocks() {}

    /**
     * The locks of Spring Integration's {@code RedisLockRegistry}, with its defaults. A spinning lock naps 100 ms, a
     * publishing one waits for a message.
     */
    static Locks spring(Target target, RedisLockType type) {
        GenericObjectPoolConfig<Jedis> pool = new GenericObjectPoolConfig<>();
        // The subscription needs one more connection.
        pool.setMaxTotal(target.pool() + 1);
        pool.setMaxIdle(target.pool() + 1);
        JedisConnectionFactory connections = new JedisConnectionFactory(
                new RedisStandaloneConfiguration(target.host(), target.port()),
                JedisClientConfiguration.builder().usePooling().poolConfig(pool).build());
        connections.afterPropertiesSet();
        connections.start();
        RedisLockRegistry registry = new RedisLockRegistry(connections, "locks", LEASE);
        registry.setRedisLockType(type);
        return Locks.of(
                (kind, key, permits) -> {
                    Lock lock = registry.obtain(key);
                    lock.lock();
                    return lock::unlock;
                },
                () -> {
                    registry.destroy();
                    connections.destroy();
                });
    }

    /** The locks of ShedLock. It does not wait, so it is asked again every millisecond while the lock is taken. */
    static Locks shedLock(Target target) {
        RedisClient redis = Clients.pooled(target);
        JedisLockProvider provider = new JedisLockProvider(redis, "locks");
        return Locks.of(
                (kind, key, permits) -> {
                    while (true) {
                        Optional<SimpleLock> lock =
                                provider.lock(new LockConfiguration(Instant.now(), key, LEASE, Duration.ZERO));
                        if (lock.isPresent()) {
                            return lock.get()::unlock;
                        }
                        LockSupport.parkNanos(NAP_NANOS);
                    }
                },
                redis::close);
    }
}
