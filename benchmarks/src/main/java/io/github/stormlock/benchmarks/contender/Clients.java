package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Connects the contenders. */
public final class Clients {
    /** Gives a lock back that stands with this token. */
    public static final String RELEASE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private static final int RETRY_MILLIS = 100;
    private static final int RETRIES = 5;
    private static final long LEASE_MILLIS = 30_000;

    private Clients() {}

    /** Returns the Jedis client of a contender that uses Jedis by itself. */
    public static RedisClient pooled(Target target) {
        return pooled(target.host(), target.port(), target.pool());
    }

    public static RedisClient pooled(String host, int port, int pool) {
        ConnectionPoolConfig config = new ConnectionPoolConfig();
        config.setMaxTotal(pool);
        config.setMaxIdle(pool);
        return RedisClient.builder().hostAndPort(host, port).poolConfig(config).build();
    }

    public static RedisLockFactory stormLock(Target target) {
        RedisConfig redis = RedisConfig.standalone(target.host(), target.port()).toBuilder()
                .pool(PoolConfig.builder().maxTotal(target.pool()).build())
                .build();
        return RedisLockFactory.connect(redis, LockSettings.DEFAULT);
    }

    public static RedissonClient redisson(Target target) {
        Config config = new Config();
        config.setCodec(StringCodec.INSTANCE);
        config.useSingleServer()
                .setAddress("redis://" + target.host() + ":" + target.port())
                .setConnectionPoolSize(target.pool())
                .setConnectionMinimumIdleSize(target.pool());
        return Redisson.create(config);
    }

    /**
     * Returns a started client of ZooKeeper.
     *
     * @throws IllegalArgumentException if none runs
     */
    public static CuratorFramework curator(Target target) {
        if (target.zookeeper().isEmpty()) {
            throw new IllegalArgumentException("curator locks in ZooKeeper, and none was started for this scenario");
        }
        CuratorFramework curator = CuratorFrameworkFactory.newClient(
                target.zookeeper(), new ExponentialBackoffRetry(RETRY_MILLIS, RETRIES));
        curator.start();
        return curator;
    }

    /** Takes a lock by SET NX PX, with naps while it is taken. */
    public static void take(RedisClient redis, String lock, String token, long napNanos) {
        while (redis.set(lock, token, SetParams.setParams().nx().px(LEASE_MILLIS)) == null) {
            LockSupport.parkNanos(napNanos);
        }
    }

    /** Gives a lock back by a script that compares and deletes. */
    public static void give(RedisClient redis, String release, String lock, String token) {
        if (!Long.valueOf(1).equals(redis.evalsha(release, List.of(lock), List.of(token)))) {
            throw new IllegalStateException("the lock " + lock + " was lost");
        }
    }

    /** Returns the key of the account from which is taken what is added to another one. */
    static String source(String key) {
        return "source:" + key;
    }
}
