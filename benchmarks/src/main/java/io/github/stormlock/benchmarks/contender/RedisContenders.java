package io.github.stormlock.benchmarks.contender;

import static io.github.stormlock.benchmarks.contender.Contender.FIELD;

import io.github.stormlock.test.internal.process.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.util.Pool;

/** Contenders that send commands by themselves. */
final class RedisContenders {
    /** At this many entries, all are forgotten. */
    private static final int MOST_SEEN = 100_000;

    private static final int CHUNK = 1_000;

    private RedisContenders() {}

    private static String script(String file) {
        return Resources.text(RedisContenders.class, file);
    }

    /** Reads and writes without a lock. This is as fast as it can be, and wrong as soon as two clients meet. */
    static Contender unguarded(Target target, Computation work) {
        RedisClient redis = Clients.pooled(target);
        return Contender.of(
                (key, worker, number) -> redis.hset(key, FIELD, work.plusOne(redis.hget(key, FIELD))), redis::close);
    }

    /** Reads and writes between lock and unlock. */
    static Contender locked(Locks locks, Target target, Computation work) {
        RedisClient redis = Clients.pooled(target);
        return Contender.of(
                (key, worker, number) -> {
                    Locks.Held held = locks.lock(key);
                    try {
                        redis.hset(key, FIELD, work.plusOne(redis.hget(key, FIELD)));
                    } finally {
                        held.unlock();
                    }
                },
                () -> {
                    redis.close();
                    locks.close();
                });
    }

    /** Adds by one server command instead of a read and a write. This is the limit for what such a command can do. */
    static Contender hincrby(Target target) {
        RedisClient redis = Clients.pooled(target);
        return Contender.of((key, worker, number) -> redis.hincrBy(key, FIELD, 1), redis::close);
    }

    static Contender hincrbyPipelined(Target target) {
        RedisClient redis = Clients.pooled(target);
        return Contender.ofBatches(
                keys -> {
                    try (AbstractPipeline pipeline = redis.pipelined()) {
                        keys.forEach(key -> pipeline.hincrBy(key, FIELD, 1));
                        pipeline.sync();
                    }
                },
                redis::close);
    }

    /** Does the whole update in Redis, by a script. This is the limit for work that can be written in Lua. */
    static Contender lua(Target target) {
        RedisClient redis = Clients.pooled(target);
        String update = redis.scriptLoad(script("update.lua"));
        return Contender.of((key, worker, number) -> redis.evalsha(update, List.of(key), List.of(FIELD)), redis::close);
    }

    /**
     * Makes the whole transfer in Redis, by a script. With ids, a set of each source keeps the names of its transfers,
     * without an expiry and without end. This is the limit for transfers that can be written in Lua.
     */
    static Contender luaTransfer(Target target, boolean ids) {
        RedisClient redis = Clients.pooled(target);
        String transfer = redis.scriptLoad((ids ? script("once.lua") : "") + script("transfer.lua"));
        return Contender.of(
                (key, worker, number) -> {
                    String source = Clients.source(key);
                    redis.evalsha(
                            transfer,
                            ids ? List.of(source, key, "seen:" + source) : List.of(source, key),
                            ids ? List.of(FIELD, worker + ":" + number) : List.of(FIELD));
                },
                redis::close);
    }

    /**
     * Computes on the value that this JVM saw last. A script writes the result if that value still stands, and otherwise
     * answers the value that stands. There is no lock, and there are no marks of events.
     */
    static Contender compareAndSet(Target target, Computation work) {
        RedisClient redis = Clients.pooled(target);
        String update = redis.scriptLoad(script("compare-and-set.lua"));
        Map<String, String> seen = new ConcurrentHashMap<>();
        return Contender.of(
                (key, worker, number) -> {
                    @Nullable Object stands = seen.getOrDefault(key, "");
                    String next = "";
                    while (stands != null) {
                        String old = (String) stands;
                        next = work.plusOne(old.isEmpty() ? null : old);
                        stands = redis.evalsha(update, List.of(key), List.of(FIELD, old, next));
                    }
                    if (seen.size() >= MOST_SEEN) {
                        seen.clear();
                    }
                    seen.put(key, next);
                },
                redis::close);
    }

    /** Updates by WATCH, a read, MULTI, a write and EXEC. It starts again whenever another client was faster. */
    static Contender optimistic(Target target, Computation work) {
        RedisClient redis = Clients.pooled(target);
        return Contender.of(
                (key, worker, number) -> {
                    boolean written = false;
                    while (!written) {
                        written = isWritten(redis.getPool(), key, work);
                    }
                },
                redis::close);
    }

    /**
     * Uses neither {@link Jedis#multi} nor {@link Jedis#close}, because they send an UNWATCH although EXEC has ended the
     * watch.
     */
    private static boolean isWritten(Pool<Connection> pool, String key, Computation work) {
        Connection connection = pool.getResource();
        try {
            Jedis jedis = new Jedis(connection);
            String watched = jedis.watch(key);
            String old = jedis.hget(key, FIELD);
            boolean written;
            try (Transaction transaction = new Transaction(connection, true, false)) {
                transaction.hset(key, FIELD, work.plusOne(old));
                written = watched.equals("OK") && transaction.exec() != null;
            }
            pool.returnResource(connection);
            return written;
        } catch (RuntimeException e) {
            pool.returnBrokenResource(connection);
            throw e;
        }
    }

    /** Adds to the score of a member by one server command. This is the limit for what such a command can do. */
    static Contender zincrby(Target target, int members) {
        RedisClient redis = Clients.pooled(target);
        fillBoard(redis, members);
        return Contender.of((key, worker, number) -> redis.zincrby(Contenders.BOARD, 1, key), redis::close);
    }

    /** Adds members to the sorted set that nobody updates. */
    static void fillBoard(RedisClient redis, int members) {
        try (AbstractPipeline pipeline = redis.pipelined()) {
            for (int first = 0; first < members; first += CHUNK) {
                Map<String, Double> some = new HashMap<>();
                for (int i = first; i < Math.min(members, first + CHUNK); i++) {
                    some.put("member:" + i, (double) i);
                }
                pipeline.zadd(Contenders.BOARD, some);
            }
            pipeline.sync();
        }
    }
}
