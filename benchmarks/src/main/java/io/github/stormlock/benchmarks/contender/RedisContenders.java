package io.github.stormlock.benchmarks.contender;

import static io.github.stormlock.benchmarks.contender.Contender.FIELD;

import io.github.stormlock.test.internal.process.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

/** Contenders that send commands by themselves. */
final class RedisContenders {
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
                    Runnable unlock = locks.lock(key);
                    try {
                        redis.hset(key, FIELD, work.plusOne(redis.hget(key, FIELD)));
                    } finally {
                        unlock.run();
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
