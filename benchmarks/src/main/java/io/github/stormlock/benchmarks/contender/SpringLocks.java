package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Locks;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import redis.clients.jedis.Jedis;

/**
 * The locks of Spring Integration's {@code RedisLockRegistry}, with its defaults. A spinning lock naps 100 ms, a publishing
 * one waits for a message.
 */
final class SpringLocks implements Locks {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final JedisConnectionFactory connections;
    private final RedisLockRegistry registry;

    SpringLocks(Target target, RedisLockType type) {
        this.connections = connect(target);
        this.registry = new RedisLockRegistry(connections, "locks", LEASE);
        registry.setRedisLockType(type);
    }

    private static JedisConnectionFactory connect(Target target) {
        GenericObjectPoolConfig<Jedis> pool = new GenericObjectPoolConfig<>();
        // The subscription needs one more connection.
        pool.setMaxTotal(target.pool() + 1);
        pool.setMaxIdle(target.pool() + 1);
        JedisConnectionFactory factory = new JedisConnectionFactory(
                new RedisStandaloneConfiguration(target.host(), target.port()),
                JedisClientConfiguration.builder().usePooling().poolConfig(pool).build());
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }

    @Override
    public Held lock(String key) {
        Lock lock = registry.obtain(key);
        lock.lock();
        return lock::unlock;
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
