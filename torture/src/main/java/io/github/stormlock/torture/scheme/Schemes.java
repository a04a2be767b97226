package io.github.stormlock.torture.scheme;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Creates the locks of the tutorials, by name. */
public final class Schemes {
    private static final String COMPARE_AND_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

    private Schemes() {}

    public static RedisClient connect(ClientConfig config) {
        // Tutorials wait for a server that answers slowly.
        return connect(config, config.ports().get(0), config.timing().grant(), /* testOnBorrow= */ true);
    }

    /** Connects to one of the servers, whose answers may take so many milliseconds. */
    public static RedisClient connect(ClientConfig config, int port, long longestWait, boolean testOnBorrow) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(config.pool());
        pool.setMaxWait(Duration.ofMillis(config.timing().grant()));
        pool.setTestOnBorrow(testOnBorrow);
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis((int) longestWait)
                        .build())
                .poolConfig(pool)
                .build();
    }

    public static Scheme of(String scheme, ClientConfig config, UpdateSteps steps, SteppedClock clock) {
        RedisClient redis = connect(config);
        long lease = config.timing().lease();
        return switch (scheme) {
            case "get-set" -> new GetSet(redis, steps);
            case "setnx" -> new Setnx(redis);
            case "setnx-expire" -> new SetnxExpire(redis, steps, lease);
            case "multi-setnx-pexpire" -> new MultiSetnxPexpire(redis, lease);
            case "timestamp-del" -> new TimestampDel(redis, steps, clock, lease);
            case "timestamp-getset" -> new TimestampGetset(redis, steps, clock, lease);
            case "lua-setnx-expire" -> new LuaSetnxExpire(redis, lease);
            case "set-nx-ex-del" -> new SetNxExDel(redis, lease);
            case "set-nx-ex-token" -> new SetNxExToken(redis, steps, lease);
            case "set-nx-px-unchecked" -> new SetNxPxUnchecked(redis, lease);
            case "watchdog-unchecked" -> new WatchdogUnchecked(redis, lease);
            default -> throw new IllegalArgumentException("no such contender: " + scheme);
        };
    }

    /** Keeps one owner for each lock that is held, and forgets it at the release. */
    static final class Owners {
        private final Map<String, String> byLock = new ConcurrentHashMap<>();

        /** Takes a lock by SET NX with an expiry and a new owner, and returns true if it was granted. */
        boolean take(RedisClient redis, String lock, long lease) {
            String owner = UUID.randomUUID().toString();
            boolean granted = setIfAbsent(redis, lock, owner, lease);
            if (granted) {
                byLock.put(lock, owner);
            }
            return granted;
        }

        String of(String lock) {
            return byLock.getOrDefault(lock, "");
        }

        String released(String lock) {
            String owner = byLock.remove(lock);
            return owner == null ? "" : owner;
        }
    }

    static boolean setIfAbsent(RedisClient redis, String lock, String owner, long lease) {
        return redis.set(lock, owner, SetParams.setParams().nx().px(lease)) != null;
    }

    static void compareAndDelete(RedisClient redis, String lock, String owner) {
        redis.eval(COMPARE_AND_DELETE, List.of(lock), List.of(owner));
    }
}
