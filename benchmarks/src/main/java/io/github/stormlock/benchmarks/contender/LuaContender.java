package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import java.util.List;
import redis.clients.jedis.RedisClient;

/** Does the whole update in Redis, by a script. This is the limit for work that can be written in Lua. */
final class LuaContender implements Contender {
    private static final String UPDATE =
            """
            local old = redis.call('HGET', KEYS[1], ARGV[1])
            return redis.call('HSET', KEYS[1], ARGV[1], (old or 0) + 1)
            """;

    private final RedisClient redis;
    private final String update;

    LuaContender(Target target) {
        this.redis = Clients.pooled(target);
        this.update = redis.scriptLoad(UPDATE);
    }

    @Override
    public void add(String key, int worker, long number) {
        redis.evalsha(update, List.of(key), List.of(FIELD));
    }

    @Override
    public void close() {
        redis.close();
    }
}
